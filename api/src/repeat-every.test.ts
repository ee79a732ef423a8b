import { beforeEach, expect, test, vi } from 'vitest'
import { repeatEvery } from './repeat-every.ts'

const fail = (err: unknown) => expect.unreachable(String(err))

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test.each([
  [false, 3],
  [true, 4],
])('runs the work after each interval; immediate: %s', async (immediate, times) => {
  let runs = 0
  const repetition = repeatEvery(1_000, async () => runs++, fail, { immediate })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(runs).toBe(times)
  await repetition.stop()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(runs).toBe(times)
})

test('does not begin the work a second time while it takes longer than the interval', async () => {
  const works: PromiseWithResolvers<void>[] = []
  const work = () => {
    const begun = Promise.withResolvers<void>()
    works.push(begun)
    return begun.promise
  }
  const repetition = repeatEvery(1_000, work, fail)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(works).toHaveLength(1)
  works[0]?.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(works).toHaveLength(2)
  works[1]?.resolve()
  await repetition.stop()
})

test('repeats the work after a failure, which it reports', async () => {
  const failures: unknown[] = []
  const work = () => Promise.reject(new Error('failed'))
  const repetition = repeatEvery(1_000, work, (err) => failures.push(err))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(failures).toEqual([new Error('failed'), new Error('failed')])
  await repetition.stop()
})

test('aborts the signal of the work when it is stopped, and waits for the end of the work', async () => {
  const events: string[] = []
  const end = Promise.withResolvers<void>()
  const work = async (stopping: AbortSignal) => {
    stopping.addEventListener('abort', () => events.push('aborted'))
    await end.promise
    events.push('ended')
  }
  const repetition = repeatEvery(1_000, work, fail)
  await vi.advanceTimersByTimeAsync(1_000)
  const stopped = repetition.stop().then(() => events.push('stopped'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(events).toEqual(['aborted'])
  end.resolve()
  await stopped
  expect(events).toEqual(['aborted', 'ended', 'stopped'])
})
