import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The Vitest configuration of a package whose code runs in the browser; `name` is its folder in this repository, unless `folder` is given.
 * `include`: which of its tests, all unless given; `exclude`: which not; `isolate`: a page for each file.
 */
export function browserTests(
  name: string,
  {
    include = '**/*.test.{ts,tsx}',
    exclude = [],
    isolate = false,
    folder = join(repository, name),
  }: { include?: string; exclude?: readonly string[]; isolate?: boolean; folder?: string } = {},
): ViteUserConfig {
  const notOurs = ['**/node_modules/**', '**/dist/**', ...exclude]
  const files = globSync(include, { cwd: folder, exclude: notOurs })
  const isolated = isolate ? [] : files.filter((file) => needsOwnPage(readFileSync(join(folder, file), 'utf8')))
  const test = {
    environment: 'happy-dom',
    // The limit for events that never come: tests wait for events, and a slow machine takes longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [join(import.meta.dirname, `browser-setup${extname(import.meta.filename)}`)],
  }
  return defineConfig({
    test: {
      name,
      projects: [
        // One page for all its files: to load the same modules for each costs as much as the tests.
        {
          test: {
            ...test,
            name: isolated.length > 0 ? `${name}-together` : name,
            // A page for each file in one process: to load the DOM for each takes longer than most tests.
            ...(isolate ? { pool: 'vmForks' } : { isolate: false }),
            include: [include],
            exclude: [...notOurs, ...isolated],
          },
        },
        ...(isolated.length > 0 ? [{ test: { ...test, name: `${name}-isolated`, include: isolated } }] : []),
      ],
    },
  })
}

/**
 * A test that replaces modules or what a browser has, and one that listens to the whole page, which others have left in
 * their state.
 */
function needsOwnPage(source: string): boolean {
  return /\bvi\.(mock|doMock|resetModules)\(|testing\/(screen-reader|passkey-device)'/.test(source)
}
