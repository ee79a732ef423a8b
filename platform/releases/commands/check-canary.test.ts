import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { canaryStarted } from '../registry.ts'
import { changeRegistry, readRegistry } from '../releases.ts'
import { createTestReleases, shell, tips } from '../testing/sample-releases.ts'
import { checkCanary } from './check-canary.ts'

const releases = createTestReleases()
const origin = 'https://tips.example'
const canary = { version: 't2', integrity: 'sha256-t2', at: '2026-11-23T12:00:00.000Z' }

beforeEach(async () => {
  await releases.putLive(shell(), tips())
  await start('@mfe-tips')
})

function start(grep?: string, pointer = canary) {
  return changeRegistry(releases.store, 'canary', (names) =>
    canaryStarted(names, 'mfe-tips', pointer, { percent: 10, grep }),
  )
}

/** A program instead of Playwright. */
function program(code: string) {
  return { command: [process.execPath, '-e', code, '--'], folder: process.cwd() } as const
}

async function checksOfCanary() {
  return (await readRegistry(releases.store)).names['mfe-tips']?.canary?.checks
}

test('runs the tests against the canary at the portal, and records that they have passed', async () => {
  const file = join(releases.folder, 'seen.json')
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify({ args: process.argv.slice(1), ...process.env }))`
  await checkCanary(releases.store, 'mfe-tips', origin, program(write))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    args: ['--grep', '@mfe-tips'],
    E2E_PORTAL: origin,
    E2E_RELEASE: 'mfe-tips@t2',
    E2E_SKIP: 'no',
  })
  expect(await checksOfCanary()).toEqual({ grep: '@mfe-tips', passed: { at: expect.any(String), origin } })
})

test('records nothing when a test fails', async () => {
  const check = checkCanary(releases.store, 'mfe-tips', origin, program('process.exit(1)'))
  await expect(check).rejects.toThrow(`mfe-tips t2 has not passed @mfe-tips at ${origin}`)
  expect(await checksOfCanary()).toEqual({ grep: '@mfe-tips' })
})

test.each([
  ['another canary was started', '@mfe-tips', 't3'],
  ['the canary has to pass other tests', '@money', 't2'],
])('records nothing when %s meanwhile', async (_, grep, version) => {
  const begun = join(releases.folder, 'has-begun')
  const file = join(releases.folder, 'may-end')
  const wait = `require('node:fs').writeFileSync(${JSON.stringify(begun)}, '')
    setInterval(() => require('node:fs').existsSync(${JSON.stringify(file)}) && process.exit(), 10)`
  const check = checkCanary(releases.store, 'mfe-tips', origin, program(wait))
  await expect.poll(() => existsSync(begun)).toBe(true)
  await start(grep, { ...canary, version })
  writeFileSync(file, '')
  await expect(check).rejects.toThrow('mfe-tips t2 is no canary with the checks @mfe-tips any more')
  expect(await checksOfCanary()).toEqual({ grep })
})

test('rejects a canary without checks', async () => {
  await start(undefined, { ...canary, version: 't3' })
  await expect(checkCanary(releases.store, 'mfe-tips', origin, program(''))).rejects.toThrow(
    'has no canary with checks',
  )
})
