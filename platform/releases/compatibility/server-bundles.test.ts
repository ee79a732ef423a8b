import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { serverFile } from '../../bundler/release.ts'
import { putLive as putBuildsLive } from '../put-live.ts'
import { released } from '../registry.ts'
import { readRegistry } from '../releases.ts'
import { createTestReleases, filling, page, payouts, shell, tips } from '../testing/sample-releases.ts'
import { describeProblems } from './problem.ts'
import { brokenServerBundles } from './server-bundles.ts'

const releases = createTestReleases()

const shellCode = (provided: string) => `exports.provide = async () => (${provided})`
const part = 'async () => ({ Component() {} })'
const tipsWith = (billing: string) => `require('react'); exports.pages = { '/': ${part}, '/billing': ${billing} }`
const tipsCode = tipsWith(part)
const payoutsCode = `require('react-dom'); exports.pages = { '/out': ${part}, '/transfer': ${part} }`
const payoutsWith = (slot: string) => `${payoutsCode}; exports.slots = { 'tips.actions': ${slot} }`
const provides = shellCode("{ react: {}, 'react-dom': {} }")

const nextShell = (code: string) => releases.buildWithServer(shell({ version: 's2' }), code)
const nextTips = (code: string) => releases.buildWithServer(tips({ version: 't2' }), code)
const nextPayouts = (code: string) =>
  releases.buildWithServer(payouts({ version: 'p2', ...filling('tips.actions') }), code)

/** Returns what the gate says of builds that join the live releases. */
async function check(...builds: string[]): Promise<string> {
  const { names } = await readRegistry(releases.store)
  return describeProblems(await brokenServerBundles(builds, names, releases.store, () => {}), 'release')
}

const putLive = (...builds: string[]) =>
  putBuildsLive(releases.store, builds, { reason: 'test', change: released, report: () => {} })

beforeEach(async () => {
  await putLive(
    releases.buildWithServer(shell(), provides),
    releases.buildWithServer(tips(), tipsCode),
    releases.buildWithServer(payouts(), payoutsCode),
  )
})

test('accepts bundles that load together, with the live ones and with each other', async () => {
  expect(await check(nextTips(tipsCode))).toBe('')
  expect(await check(nextShell(provides))).toBe('')
  expect(await check(nextShell(provides), nextTips(tipsCode))).toBe('')
})

test.each([
  ['throws', "throw new Error('No document')", 'does not load: Error: No document'],
  ['requires more than the shell provides', "require('axios')", 'does not load: Error: axios is not in what the shell'],
  [
    'ends the process',
    'for (const all = []; ; ) all.push(new Array(2 ** 24).fill(1))',
    'does not load: The process ended',
  ],
  ['lacks a page', `exports.pages = { '/': ${part} }`, 'has no page for /billing'],
  ['exports nothing', '', 'has no page for /\n'],
])('rejects a remote whose bundle for the server %s', async (_, code, message) => {
  expect(`${await check(nextTips(code))}\n`).toContain(`mfe-tips t2: its bundle for the server ${message}`)
})

test('rejects a remote whose bundle for the server lacks a slot that it fills', async () => {
  expect(await check(nextPayouts(payoutsCode))).toContain(
    'mfe-payouts p2: its bundle for the server has nothing for slot tips.actions',
  )
  expect(await check(nextPayouts(payoutsWith(part)))).toBe('')
})

const throwLater = "new Promise(() => setTimeout(() => { throw new Error('Late') }))"

const brokenModules: Record<string, [code: string, message: string]> = {
  throws: ["async () => { throw new Error('No rates') }", 'does not load: Error: No rates'],
  'reads window': [
    'async () => window.origin',
    'does not load: ReferenceError: window is not defined. What only a browser has is read in an effect or an event',
  ],
  'reads a global of Node': ['async () => process.env', 'does not load: ReferenceError: process is not defined'],
  'requires another library': ["async () => require('axios')", 'does not load: Error: axios is not in what the shell'],
  'ends the process': [`async () => ${throwLater}`, 'does not load: The process ended'],
  'never ends its await': ['async () => new Promise(() => {})', 'has not loaded after 10 s: nothing may be awaited'],
  'runs forever': ['async () => { for (;;); }', 'has not loaded after 10 s: nothing may be awaited, or run forever'],
  'has no component': [
    'async () => ({})',
    'does not load: Error: /out8 of the pages of mfe-payouts exports no Component',
  ],
  'is no module': ['1', 'does not load: TypeError: loadModule is not a function'],
}

test('names each page and each slot whose module does not load', async () => {
  const broken = Object.values(brokenModules)
  const pages = [part, ...broken.map(([code]) => code)].map((code, n) => `'/out${n || ''}': ${code}`)
  const slots = `'tips.actions': ${brokenModules.throws?.[0]}`
  const code = `exports.pages = { ${pages}, '/transfer': ${part} }; exports.slots = { ${slots} }`
  const lines = (await check(nextPayouts(code))).split('\n')
  expect(lines).toEqual([
    ...broken.map(([, text], n) =>
      expect.stringContaining(`mfe-payouts p2: the module of its page /out${n + 1} ${text}`),
    ),
    expect.stringContaining('mfe-payouts p2: the module of its slot tips.actions does not load: Error: No rates'),
  ])
})

const rendering = `${provides}; exports.render = async ({ url, session }, remotePage) => {
  const { Component } = await remotePage('mfe-tips', url)
  return { html: (await Component(session)) ?? '', reads: [] }
}`
const pageWith = (component: string) => `async () => ({ Component: ${component} })`

const noWindow = 'ReferenceError: window is not defined. What only a browser has is read in an effect'

test.each([
  ['() => window.innerWidth', `does not render: ${noWindow}`],
  ['() => matchMedia("print").matches', 'does not render: ReferenceError: matchMedia is not defined. '],
  ['() => { for (;;); }', 'has not rendered after 10 s: nothing may run forever in a render'],
  [`() => ${throwLater}`, 'does not render: The process ended'],
])('rejects a remote whose page renders with %s', async (component, message) => {
  await putLive(nextShell(rendering))
  const problems = await check(nextTips(tipsWith(pageWith(component))))
  expect(problems).toContain(`mfe-tips t2: the module of its page /billing ${message}`)
  expect(problems).not.toContain('its page / ')
})

test('renders no page that only browsers render, and accepts one that cannot do without its data', async () => {
  await putLive(nextShell(rendering))
  expect(await check(nextTips(tipsWith(pageWith('(session) => session.gone.name'))))).toBe('')
  const drafts = tips({ version: 't3', routes: [page('/'), { ...page('/billing'), drafts: true }] })
  const build = releases.buildWithServer(drafts, tipsWith(pageWith('() => window.innerWidth')))
  expect(await check(build)).toBe('')
})

test('rejects a remote whose bundle is not the one of its release.json', async () => {
  const build = nextTips(tipsCode)
  writeFileSync(join(build, serverFile), `${tipsCode} // changed`)
  expect(await check(build)).toMatch(/does not load: Error: .* is not as release.json says/)
})

test('rejects a shell whose bundle does not load, or in which a live one does not', async () => {
  expect(await check(nextShell("require('node:http')"))).toMatch(/shell s2: its bundle .* node:http is/)
  expect(await check(nextShell(shellCode('{ react: {} }')))).toMatch(
    /mfe-payouts p1: its bundle .*react-dom is not .*, in shell s2\n.*: npm run release -- mfe-payouts shell\nConflicts: mfe-payouts × shell$/s,
  )
})

test('rejects a shell in which the page of a live remote does not load any more', async () => {
  const withState = shellCode("{ react: { useState() {} }, 'react-dom': {} }")
  const usesState = tipsWith("async () => { require('react').useState.name; return { Component() {} } }")
  await putLive(nextShell(withState), nextTips(usesState))
  expect(await check(releases.buildWithServer(shell({ version: 's3' }), provides))).toMatch(
    /mfe-tips t2: the module of its page \/billing does not load: TypeError: .*, in shell s3\n.*Conflicts: mfe-tips × shell$/s,
  )
})

test('checks no bundle where the shell has none', async () => {
  await putLive(releases.build(shell({ version: 's0' })))
  expect(await check(nextTips("throw new Error('No document')"))).toBe('')
})
