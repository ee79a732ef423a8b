import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderStore } from '../releases/stores/folder-store.ts'
import { startCanaryChecks } from './canary-checks.ts'

let folder: string
const lines: string[] = []
const log = {
  info: (message: string) => lines.push(message),
  warn: (message: string) => lines.push(message),
  error: (_: unknown, message: string) => lines.push(message),
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  lines.length = 0
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const { publicKey, privateKey: signingKey } = generateKeyPairSync('ed25519')
const origin = 'http://127.0.0.1:1'
const token = 'a-token-of-this-test'

test.each([
  ['nothing', { signingKey }, { origin, token }, []],
  ['the signing key', {}, { origin, token }, ['RELEASE_SIGNING_KEY is missing: portals refuse what is not signed']],
  ['the token', { signingKey }, { origin, token: undefined }, ['METRICS_TOKEN is missing']],
])('logs at the start what is missing: %s', async (_, keys, api, missing) => {
  const watch = await startCanaryChecks(
    { ...createFolderStore(folder), publicKeys: { release: { key: publicKey } }, ...keys },
    api,
    log,
  )
  watch.stop()
  expect(lines).toEqual(missing.map((what) => `Canaries are not watched from here: ${what}`))
})
