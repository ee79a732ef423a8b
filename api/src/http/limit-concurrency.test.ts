import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('`max` pieces run at the same time, and the others in their order, also after a failure', async () => {
  const limited = limitConcurrency(2)
  const begun: number[] = []
  const pieces = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const results = Promise.allSettled(
    pieces.map(({ promise }, index) =>
      limited(async () => {
        begun.push(index)
        await promise
      }),
    ),
  )
  expect(begun).toEqual([0, 1])
  pieces[1]?.reject(new Error('failed'))
  await expect.poll(() => begun).toEqual([0, 1, 2])
  pieces[0]?.resolve()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  for (const { resolve } of pieces) resolve()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('owners take turns, so many pieces of one owner delay the piece of another by one', async () => {
  const limited = limitConcurrency(1)
  const begun: string[] = []
  const piece = (owner: string) => limited(async () => void begun.push(owner), owner)
  await Promise.all(['anna', 'anna', 'anna', 'anna', 'boris', 'vera', 'boris'].map(piece))
  expect(begun).toEqual(['anna', 'boris', 'vera', 'anna', 'boris', 'anna', 'anna'])
})

test('work is rejected with 503 while the queue is full, and accepted when there is room again', async () => {
  const limited = limitConcurrency(1, { queueLimit: 1 })
  const running = Promise.withResolvers<string>()
  const first = limited(() => running.promise)
  const second = limited(async () => 'second')
  await expect(limited(async () => 'third')).rejects.toMatchObject({ status: 503, code: 'overloaded' })
  running.resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await limited(async () => 'fourth')).toBe('fourth')
})

test.each([
  [2, 6],
  [1_000, 10],
])('after a piece of %i ms the slot rests for %i ms, so that other requests run', async (pieceMs, restMs) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limited = limitConcurrency(1, { rests: true })
  const begun: string[] = []
  const first = limited(() => new Promise((resolve) => setTimeout(resolve, pieceMs)))
  const second = limited(async () => void begun.push('second'))
  await vi.advanceTimersByTimeAsync(pieceMs)
  await first
  await vi.advanceTimersByTimeAsync(restMs - 1)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await second
  expect(begun).toEqual(['second'])
})
