import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchThread } from './thread.ts'

let addFrame: (blockingDuration: number, scripts?: object[]) => void
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
      addFrame = (blockingDuration, scripts = []) =>
        this.callback({
          getEntries: () => [{ startTime: performance.now() - blockingDuration, blockingDuration, scripts }],
        })
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function block(seconds: number, ...scripts: object[]): void {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    addFrame(900, scripts)
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

const script = (release: string, duration: number) => ({
  sourceURL: `https://tips.example/releases/${release}/page.js`,
  duration,
})

test.each([
  ['the remote whose own code took most of it', [script('mfe-tips/1', 100), script('mfe-team/1', 750)], ['mfe-team']],
  ['no remote, where React ran most of it', [script('shell/1', 700), script('mfe-team/1', 100)], undefined],
])('names %s', (_, scripts, expected) => {
  const named: unknown[] = []
  watchThread((_name, _message, remotes) => named.push(remotes))
  onIdle({ didTimeout: false })
  block(15, ...scripts)
  expect(named[0]).toEqual(expected)
  expect(named).not.toHaveLength(0)
})
