import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchThread } from './thread.ts'

let addFrame: (blockingDuration: number) => void
let onIdle: (deadline: { didTimeout: boolean }) => void
const names: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  names.length = 0
  addFrame = () => {}
  vi.stubGlobal('requestIdleCallback', (callback: typeof onIdle) => {
    const former = onIdle
    onIdle = (deadline) => {
      onIdle = () => {}
      former(deadline)
      callback(deadline)
    }
  })
  onIdle = () => {}
  class Observer {
    static supportedEntryTypes = ['long-animation-frame']
    callback: (list: { getEntries(): object[] }) => void
    constructor(callback: Observer['callback']) {
      this.callback = callback
    }
    observe() {
      addFrame = (blockingDuration) =>
        this.callback({ getEntries: () => [{ startTime: performance.now() - blockingDuration, blockingDuration }] })
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function block(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    addFrame(900)
  }
}

test('the start of a page and a section that opens slowly are no hang; a section that blocks on and on is', () => {
  watchThread((name) => names.push(name))
  block(30)
  expect(names).toEqual([])
  onIdle({ didTimeout: false })
  block(8)
  vi.advanceTimersByTime(20_000)
  block(8)
  expect(names).toEqual([])
  block(8)
  expect(names).toContain('BlockedThread')
})
