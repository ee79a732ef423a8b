import { checkNetwork } from '@portal/shared/http/online'
import { loseNetwork } from '@portal/shared/testing/http-stub'
import { announcedParts } from '@portal/shared/ui/late-part'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPreparing } from './prepare-parts.ts'

let stop = () => {}
let loaded: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  loaded = []
})
afterEach(() => {
  stop()
  announcedParts.loads.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function announce(name: string, load: () => Promise<unknown> = async () => {}): void {
  announcedParts.loads.add(() => {
    loaded.push(name)
    return load()
  })
  announcedParts.onAnnounced()
}

test('the preparation loads what was announced before and after its start, once each, although one fails', async () => {
  announce('sheet', () => Promise.reject(new Error('The network is down')))
  announce('calendar')
  stop = startPreparing()
  expect(loaded).toEqual([])
  await vi.runAllTimersAsync()
  expect(loaded).toEqual(['sheet', 'calendar'])

  announce('list of banks')
  await vi.runAllTimersAsync()
  expect(loaded).toEqual(['sheet', 'calendar', 'list of banks'])
})

test('the preparation loads one part in each idle moment', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  announce('sheet')
  announce('calendar')
  stop = startPreparing()
  idle.shift()?.()
  await vi.runAllTimersAsync()
  expect(loaded).toEqual(['sheet'])
  idle.shift()?.()
  await vi.runAllTimersAsync()
  expect(loaded).toEqual(['sheet', 'calendar'])
})

test.each([
  ['saves data', () => vi.stubGlobal('navigator', { connection: { saveData: true } })],
  [
    'is offline',
    async () => {
      loseNetwork()
      await checkNetwork()
    },
  ],
])('the preparation loads nothing while the user %s', async (_, begin) => {
  await begin()
  announce('sheet')
  stop = startPreparing()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loaded).toEqual([])
})

test('the preparation loads nothing after its end', async () => {
  announce('sheet')
  startPreparing()()
  announce('calendar')
  await vi.runAllTimersAsync()
  expect(loaded).toEqual([])
})
