import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'
import * as z from 'zod'
import { describeIssues, manifestRules } from './manifest-rules.ts'
import { repository } from './paths.ts'
import type { Bundle } from './webpack.ts'

/** Returns what a module of a package exports. @throws Error with its path when it does not load */
export async function importFrom<T>(name: string, file: string): Promise<T> {
  try {
    return (await import(pathToFileURL(join(repository, name, file)).href)) as T
  } catch (error) {
    throw new Error(`${name}/${file} does not load: ${error instanceof Error ? error.message : error}`)
  }
}

const exportsOfManifest = z.object({ manifest: manifestRules })

/** Returns what manifest.ts of a remote exports. @throws Error that says what is missing or wrong in the manifest */
export async function importManifest(name: string): Promise<{ manifest: RemoteManifest; budget: RemoteBudget }> {
  // A module has no prototype, and Zod takes only plain objects.
  const exported = await importFrom<{ manifest: RemoteManifest; budget: RemoteBudget }>(name, 'manifest.ts')
  const { error } = exportsOfManifest.safeParse({ ...exported })
  if (error) throw new Error(`${name}/manifest.ts is not valid:\n  ${describeIssues(error).join('\n  ')}`)
  return exported
}

/** Returns the bundle that webpack.config.ts of a package exports. @throws Error when it exports none */
export async function importBundle(name: string): Promise<Bundle> {
  const { default: bundle } = await importFrom<{ default?: Bundle }>(name, 'webpack.config.ts')
  if (typeof bundle === 'function') return bundle
  throw new Error(`${name}/webpack.config.ts has to have: export default remoteBundle(import.meta.dirname)`)
}
