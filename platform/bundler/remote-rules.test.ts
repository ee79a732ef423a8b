import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webpack from 'webpack'
import { remoteBundle } from './webpack.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remote-rules-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Builds a remote of these files. Returns the errors. */
async function bundleErrors(files: Record<string, string>): Promise<string> {
  const remote = join(folder, 'mfe-trial')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(remote, file)), { recursive: true })
    writeFileSync(join(remote, file), text)
  }
  const target = { version: '1', folder: join(folder, 'built'), cacheFolder: folder, mode: 'production' } as const
  const config = { ...remoteBundle(remote)(target), optimization: { minimize: false } }
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    webpack(config, (error, made) => (error ? reject(error) : resolve(made)))
  })
  return stats?.toString({ preset: 'errors-only', colors: false }) ?? ''
}

test('builds a remote with a CSS module', async () => {
  const files = {
    'remote.ts': "import styles from './page.module.css'; export const pages = { page: styles.page }",
    'page.module.css': '.page { margin: 0 }',
  }
  expect(await bundleErrors(files)).toBe('')
})

test.each([
  [
    'a global selector',
    { 'remote.ts': "import './page.module.css'", 'page.module.css': 'body { margin: 0 }' },
    '«body» styles elements of every page of the portal',
  ],
  [
    'the global stylesheet of a library',
    { 'remote.ts': "import 'calendar/style.css'", 'node_modules/calendar/style.css': '.day { margin: 0 }' },
    'style.css would style every page of the portal',
  ],
  [
    'a library that the shell provides',
    { 'remote.ts': "import { create } from 'zustand'; export const store = create" },
    'zustand would be a second copy in the page, apart from that of the shell.',
  ],
])('builds no remote with %s', async (_, files, error) => {
  expect(await bundleErrors(files)).toContain(error)
})
