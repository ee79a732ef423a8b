import type { TelemetryEvent } from '@portal/contracts/telemetry'
import { reportTelemetry } from '@portal/contracts/telemetry'
import type { Note } from '@portal/shared/page-protocol'
import { loseNetwork, restoreNetwork } from '@portal/shared/testing/http-stub'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RemoteError } from '../remotes/load-page.ts'
import { fakeEarlyPortal } from '../testing/fake-early-portal.ts'

// Only a browser measures vitals. The browser tests cover them (e2e/tests/telemetry.spec.ts).
vi.mock('./vitals.ts', () => ({ subscribeVitals: () => {} }))

const sent: { address: string; body: Promise<string> }[] = []

beforeEach(() => {
  sent.length = 0
  const manifest = { name: 'mfe-tips', routes: [{ path: '/billing', title: '', layout: 'main' }], menu: [] }
  const registry = { shell: { version: 's1' }, remotes: { 'mfe-tips': { current: { version: 't1', manifest } } } }
  document.body.innerHTML = `<script type="application/json" id="registry">${JSON.stringify(registry)}</script>`
  history.replaceState(null, '', '/billing?page=2')
  vi.stubGlobal('navigator', {
    onLine: false,
    sendBeacon(address: string, body: Blob) {
      sent.push({ address, body: body.text() })
      return true
    },
  })
  vi.useFakeTimers()
})
afterEach(() => {
  // Its outbox listens to the window as long as that is there.
  dispatchEvent(new Event('pagehide'))
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function collect(...waiting: Note[]): Promise<void> {
  window.portal = fakeEarlyPortal(waiting)
  await import('./collector.ts')
}

const note = (note: Note) => window.portal.note(note)

/** The events that were sent so far. */
async function events(): Promise<TelemetryEvent[]> {
  const bodies = await Promise.all(sent.map(({ body }) => body))
  return bodies.flatMap((body) => reportTelemetry.body.parse(JSON.parse(body)).events)
}

async function leave(): Promise<TelemetryEvent[]> {
  // The network is checked after a failure to load.
  await vi.advanceTimersByTimeAsync(1)
  dispatchEvent(new Event('pagehide'))
  return await events()
}

function thrown(message: string): Error {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}\n at Page (https://tips.example/releases/mfe-tips/t1/billing.js:1:1)`
  return error
}

const route = '/billing'
const shellStart = { kind: 'start', remote: 'shell', version: 's1', route }
const tipsStart = { ...shellStart, remote: 'mfe-tips', version: 't1' }
const fault = { ...tipsStart, kind: 'error', name: 'TypeError', message: 'x', place: 'billing.js:1:1' }

test('the collector sends what happened before it was loaded', async () => {
  await collect(
    { navigatedAt: 300 },
    { error: thrown('x') },
    { started: 'mfe-tips', version: 't1' },
    { navigatedAt: 2000 },
    { shown: 'mfe-tips', at: 2345.6789 },
  )
  expect(sent).toEqual([])
  expect(await leave()).toEqual([shellStart, tipsStart, fault, { ...tipsStart, kind: 'load_time', value: 345.679 }])
  expect(sent[0]?.address).toBe(`/api/v1${reportTelemetry.path}`)
})

test('the collector sends one start of a release in a tab, and none of one that does not load', async () => {
  await collect({ navigatedAt: 300 })
  note({ started: 'mfe-tips', version: 't1' })
  note({ started: 'mfe-tips', version: 't1' })
  note({ error: new RemoteError('mfe-tips', 't2', new Error('404')) })
  const reported = await leave()
  expect(reported.filter(({ kind }) => kind === 'start').map(({ version }) => version)).toEqual(['s1', 't1'])
  expect(reported.filter(({ kind }) => kind === 'load_failure')).toMatchObject([{ remote: 'mfe-tips', version: 't2' }])
})

test('the collector sends an error that took a section down as one of its release, and no start of the one that replaces it', async () => {
  await collect({ navigatedAt: 300 }, { started: 'mfe-tips', version: 't2', isFallback: false })
  const error = new TypeError('of React')
  error.stack = 'TypeError: of React\n at x (https://tips.example/releases/shell/1/vendor.js:1:1)'
  note({
    error,
    where: 'at Section (https://tips.example/releases/shell/1/main.js:1:1)',
    release: { remote: 'mfe-tips', version: 't2' },
  })
  note({ error, where: 'the same again, by the window' })
  note({ started: 'mfe-tips', version: 't1', isFallback: true })
  note({ shown: 'mfe-tips', at: 900 })
  const reported = await leave()
  expect(reported.filter(({ remote }) => remote === 'mfe-tips')).toEqual([
    { ...tipsStart, version: 't2' },
    { kind: 'error', remote: 'mfe-tips', version: 't2', name: 'TypeError', message: 'of React', route },
  ])
  expect(reported.filter(({ kind }) => kind === 'error')).toHaveLength(1)
})

test('the collector sends an error that took a section down also after a series of others', async () => {
  await collect()
  for (let times = 0; times < 100; times++) note({ error: thrown(`other ${times}`) })
  note({ error: new Error('last'), release: { remote: 'mfe-tips', version: 't2' } })
  expect((await leave()).filter(({ version }) => version === 't2')).toMatchObject([
    { kind: 'start' },
    { kind: 'error' },
  ])
})

test('the collector attributes an error with only shared code in its stack to the section on the screen', async () => {
  const shared = () => {
    const error = new TypeError('x')
    error.stack = 'TypeError: x\n at x (https://tips.example/releases/shell/1/vendor.js:1:1)'
    return error
  }
  await collect({ navigatedAt: 300 })
  note({ error: shared() })
  note({ started: 'mfe-tips', version: 't1' })
  note({ error: shared() })
  expect((await leave()).filter(({ kind }) => kind === 'error')).toMatchObject([
    { remote: 'shell', version: 's1' },
    { remote: 'mfe-tips', version: 't1' },
  ])
})

test('the collector sends the same error once, however often it occurs, and only a limited number of errors', async () => {
  await collect()
  const error = thrown('x')
  note({ error })
  note({ error, where: 'from React again' })
  for (let times = 0; times < 100; times++) note({ error: thrown('x') })
  for (let times = 0; times < 100; times++) note({ error: thrown(`other ${times}`) })
  const faults = (await leave()).filter(({ kind }) => kind === 'error')
  expect(faults).toHaveLength(20)
  expect(faults.filter(({ message }) => message === 'x')).toHaveLength(1)
  expect(faults.filter(({ again }) => !again)).toHaveLength(1)
})

test('the collector sends events together after half a minute, and no more than the contract accepts', async () => {
  await collect({ navigatedAt: 300 })
  for (let n = 0; n < 60; n++) note({ started: 'mfe-tips', version: `v${n}` })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(sent).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toHaveLength(2)
  expect(await events()).toHaveLength(61)
})

test('the collector sends the failure of a shell that does not start, and no start of it', async () => {
  const request = 'https://tips.example/releases/shell/s1/main.js'
  await collect({ error: Object.assign(new Error('A script of the page'), { name: 'ChunkLoadError', request }) })
  expect(await leave()).toMatchObject([{ kind: 'load_failure', remote: 'shell', version: 's1' }])
})

test('the collector sends no failure to load without a network, then or later', async () => {
  await collect({ navigatedAt: 300 })
  await leave()
  sent.length = 0
  loseNetwork()
  note({ error: new RemoteError('mfe-tips', 't1', new Error('offline')) })
  await vi.advanceTimersByTimeAsync(1)
  restoreNetwork()
  expect(await leave()).toEqual([])
})
