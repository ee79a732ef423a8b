import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { serverFile } from '../../bundler/release.ts'
import { released } from '../registry.ts'
import { readRegistry } from '../releases.ts'
import { filling, payouts, shell, testReleases, tips } from '../testing/sample-releases.ts'
import { publish } from './publish.ts'

const releases = testReleases()

const shellCode = (provided: string) => `exports.provide = async () => (${provided})`
const tipsCode = "require('react'); exports.pages = { '/': 1, '/billing': 2 }"
const payoutsCode = "require('react-dom'); exports.pages = { '/out': 1, '/transfer': 2 }"
const provides = shellCode("{ react: {}, 'react-dom': {} }")

const nextShell = (code: string) => releases.buildWithServer(shell({ version: 's2' }), code)
const nextTips = (code: string) => releases.buildWithServer(tips({ version: 't2' }), code)

function release(...builds: string[]) {
  return publish(releases.store, builds, 'release', released)
}

/** Makes the code of both sides live. */
async function releaseAll(): Promise<void> {
  await release(
    releases.buildWithServer(shell(), provides),
    releases.buildWithServer(tips(), tipsCode),
    releases.buildWithServer(payouts(), payoutsCode),
  )
}

beforeEach(releaseAll)

test('releases bundles that load together, with the live ones and with each other', async () => {
  await release(nextTips(tipsCode))
  await release(nextShell(provides))
  await release(
    releases.buildWithServer(shell({ version: 's3' }), provides),
    releases.buildWithServer(tips({ version: 't3' }), tipsCode),
  )
  const { names } = await readRegistry(releases.store)
  expect(names).toMatchObject({ shell: { current: { version: 's3' } }, 'mfe-tips': { current: { version: 't3' } } })
})

test.each([
  ['throws', "throw new Error('No document')", 'does not load: Error: No document'],
  ['requires more than the shell provides', "require('axios')", 'does not load: Error: axios is not in what the shell'],
  ['ends the process', 'const all = []; for (;;) all.push([all.length])', 'does not load: The process ended'],
  ['lacks a page', "exports.pages = { '/': 1 }", 'has no page for /billing'],
  ['exports nothing', '', 'has no page for /\n'],
])('rejects a remote whose bundle for the server %s', async (_, code, message) => {
  const rejected = release(nextTips(code))
  await expect(rejected).rejects.toThrow(`mfe-tips t2: its bundle for the server ${message}`)
  expect((await readRegistry(releases.store)).names['mfe-tips']?.current.version).toBe('t1')
})

test('rejects a remote whose bundle for the server lacks a slot that it fills', async () => {
  const filler = (code: string) =>
    releases.buildWithServer(payouts({ version: 'p2', ...filling('tips.actions') }), code)
  await expect(release(filler(payoutsCode))).rejects.toThrow(
    'mfe-payouts p2: its bundle for the server has nothing for slot tips.actions',
  )
  await release(filler(`${payoutsCode}; exports.slots = { 'tips.actions': 1 }`))
})

test('rejects a remote whose bundle is not the one of its release.json', async () => {
  const build = nextTips(tipsCode)
  writeFileSync(join(build, serverFile), `${tipsCode} // changed`)
  await expect(release(build)).rejects.toThrow(/does not load: Error: .* is not as release.json says/)
})

test('rejects a shell whose bundle does not load, or in which a live one does not', async () => {
  await expect(release(nextShell("require('node:http')"))).rejects.toThrow(
    /^Refused: .*shell s2: its bundle .* node:http is/s,
  )
  await expect(release(nextShell(shellCode('{ react: {} }')))).rejects.toThrow(
    /mfe-payouts p1: its bundle .*react-dom is not .*, in shell s2\n.*: npm run release -- mfe-payouts shell\nConflicts: mfe-payouts × shell$/s,
  )
})

test('checks no bundle where the shell has none', async () => {
  await release(releases.build(shell({ version: 's0' })))
  await release(nextTips("throw new Error('No document')"))
  expect((await readRegistry(releases.store)).names['mfe-tips']?.current.version).toBe('t2')
})
