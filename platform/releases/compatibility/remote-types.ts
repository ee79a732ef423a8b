import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readBuild } from '../../bundler/build-release.ts'
import { remoteNames, repository } from '../../bundler/paths.ts'
import { apiTypesFile, integrityOf, isShell, nameOf, type Release } from '../../bundler/release.ts'
import type { Registry } from '../registry.ts'
import type { ReleaseStore } from '../stores/store.ts'
import type { Problem } from './problem.ts'
import { readRollbackTargets } from './rollback-targets.ts'
import { compileProject, moduleName, write } from './type-check.ts'

/**
 * Returns where live remotes do not compile against the declarations of a joining shell, such as a property of a widget that became required. The
 * sources are those of their releases. Releases from before these were stored are not checked, nor remotes whose dependencies this working copy lacks.
 */
export async function brokenRemoteTypes(
  builds: readonly string[],
  names: Registry['names'],
  store: ReleaseStore,
): Promise<Problem[]> {
  const joining = builds.map((folder) => readBuild<Release>(folder))
  const shell = joining.findIndex(isShell)
  const folder = builds[shell]
  if (!folder) return []
  const targets = await readRollbackTargets(store, names, joining)
  const remotes = targets.filter(({ name, sources }) => sources && remoteNames.includes(name))
  if (remotes.length === 0) return []
  const types: Record<string, string> = JSON.parse(readFileSync(join(folder, apiTypesFile), 'utf8'))
  const problems = await Promise.all(
    remotes.map(async (remote) => {
      const sources = await readSources(remote, store)
      const lines = sources ? await compile(remote.name, sources, types) : []
      return lines.map((line) => ({
        text: `${nameOf(remote)} does not compile with the types of the new shell: ${line}`,
        between: [remote.name, 'shell'],
      }))
    }),
  )
  return problems.flat()
}

async function readSources(
  { name, version, sources }: Release,
  store: ReleaseStore,
): Promise<Record<string, string> | undefined> {
  if (!sources) return undefined
  const packed = await store.readFile(name, version, sources.file)
  if (!packed || integrityOf(packed) !== sources.integrity) {
    throw new Error(`${sources.file} of ${name} ${version} is not as release.json says`)
  }
  return JSON.parse(gunzipSync(packed).toString())
}

/** Returns the errors of the compiler in the sources, by their paths in the repository. */
async function compile(
  name: string,
  sources: Record<string, string>,
  types: Record<string, string>,
): Promise<string[]> {
  // The remote's own sources find its dependencies, and those of `shared`, beside the types, those of `shared`.
  const [ofShared, ofRemote] = [createFolder('shared', name), createFolder(name, name)]
  try {
    for (const [file, text] of Object.entries(types)) write(join(ofShared, file), text)
    for (const [file, text] of Object.entries(sources)) write(placeOf(file, ofShared, ofRemote), text)
    const stored = Object.keys(sources).filter((file) => file.startsWith('shared/'))
    const paths = {
      ...Object.fromEntries(Object.keys(types).map((file) => [moduleName(file), [`./${file}`]])),
      ...Object.fromEntries(stored.map((file) => [storedName(file), [`./${file.slice('shared/'.length)}`]])),
    }
    const prefixes = [ofRemote, ofShared].map((folder) => `${relative(repository, folder)}/`)
    const lines = await compileProject(
      ofShared,
      ['remote.ts', 'manifest.ts'].map((file) => join(ofRemote, name, file)),
      paths,
      prefixes,
    )
    return lines.map((line) => prefixes.reduce((text, prefix) => text.replace(prefix, ''), line))
  } finally {
    for (const folder of [ofShared, ofRemote]) rmSync(folder, { recursive: true, force: true })
  }
}

function placeOf(file: string, ofShared: string, ofRemote: string): string {
  return file.startsWith('shared/') ? join(ofShared, file.slice('shared/'.length)) : join(ofRemote, file)
}

/** Inside of a package, where its dependencies are found. */
function createFolder(packageName: string, remote: string): string {
  const gate = join(repository, packageName, '.types/gate')
  mkdirSync(gate, { recursive: true })
  return mkdtempSync(join(gate, `${remote}-`))
}

/** `shared/contracts/balance.ts` → `@portal/contracts/balance`, `shared/format/money.ts` → `@portal/shared/format/money` */
function storedName(file: string): string {
  return `@portal/${file.replace(/\.tsx?$/, '').replace(/^shared\/contracts\//, 'contracts/')}`
}
