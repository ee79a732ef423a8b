import { globSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { platformRoot, sdkModules } from '@portal/platform/bundler/paths'
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'

/** The default export of a remote's `vitest.config.ts`: `export default remoteTests(import.meta.dirname)`. */
export function remoteTests(folder: string): ViteUserConfig {
  return { test: { projects: browserTests({ name: basename(folder), root: folder }) } }
}

type BrowserTests = {
  name: string
  /** The folder of the package, to which `include` and `exclude` are relative. */
  root: string
  include?: string
  exclude?: readonly string[]
  /** Whether each file of tests has a page of its own. */
  isIsolated?: boolean
}

/** Returns the Vitest projects of a package whose code runs in the browser. */
export function browserTests({
  name,
  root,
  include = '**/*.test.{ts,tsx}',
  exclude = [],
  isIsolated = false,
}: BrowserTests): TestProjectInlineConfiguration[] {
  const notOurs = ['**/node_modules/**', '**/dist/**', ...exclude]
  const files = globSync(include, { cwd: root, exclude: notOurs })
  const isolated = isIsolated ? [] : files.filter((file) => needsOwnPage(readFileSync(join(root, file), 'utf8')))
  const test = {
    root,
    environment: 'happy-dom',
    // The limit for events that never come: tests wait for events, and a slow machine takes longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [join(platformRoot, `shared/testing/browser-setup${extname(import.meta.filename)}`)],
    // Node itself cannot load modules of the SDK that import stylesheets.
    ...(sdkModules && { server: { deps: { inline: [/[\\/]@portal[\\/]sdk[\\/]/] } } }),
  }
  const plugins = sdkModules ? [findModules(sdkModules)] : []
  return [
    // One page for all its files: to load the same modules for each costs as much as the tests.
    {
      plugins,
      test: {
        ...test,
        name: isolated.length > 0 ? `${name}-together` : name,
        // A page for each file in one process: to load the DOM for each takes longer than most tests.
        ...(isIsolated ? { pool: 'vmForks' } : { isolate: false }),
        include: [include],
        exclude: [...notOurs, ...isolated],
      },
    },
    ...(isolated.length > 0 ? [{ plugins, test: { ...test, name: `${name}-isolated`, include: isolated } }] : []),
  ]
}

/** Finds `shared` and the contracts in the SDK, which no package manager links. */
function findModules(modules: Readonly<Record<string, string>>) {
  return {
    name: 'portal-sdk',
    enforce: 'pre' as const,
    resolveId: (id: string) =>
      Object.hasOwn(modules, id) ? join(platformRoot, `${modules[id]}`.replace(/\.tsx?$/, '.js')) : undefined,
  }
}

/**
 * Returns whether a test replaces modules or a part of the browser, or listens to the whole page, which the tests of
 * other files would leave in another state.
 */
function needsOwnPage(source: string): boolean {
  return /\bvi\.(mock|doMock|resetModules)\(|testing\/(screen-reader|passkey-device)['"]/.test(source)
}
