import { basename, join } from 'node:path'
import { platformRoot, sdkModules } from '@portal/platform/bundler/paths'
import { browserTests } from '@portal/shared/testing/browser-tests'
import type { ViteUserConfig } from 'vitest/config'

/** The default export of a remote's `vitest.config.ts`: `export default remoteTests(import.meta.dirname)`. */
export function remoteTests(folder: string): ViteUserConfig {
  const config = browserTests(basename(folder), { folder })
  if (!sdkModules) return config
  const modules: Readonly<Record<string, string>> = sdkModules
  const plugin = {
    name: 'portal-sdk',
    enforce: 'pre' as const,
    /** Finds `shared` and the contracts in the SDK, which no package manager links. */
    resolveId: (id: string) =>
      Object.hasOwn(modules, id) ? join(platformRoot, `${modules[id]}`.replace(/\.tsx?$/, '.js')) : undefined,
  }
  // Node itself cannot load modules that import stylesheets.
  const server = { deps: { inline: [/[\\/]@portal[\\/]sdk[\\/]/] } }
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project
      ? { ...project, plugins: [plugin], test: { ...project.test, server } }
      : project,
  )
  return { test: { ...config.test, projects } }
}
