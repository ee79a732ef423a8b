import { expect, test } from 'vitest'
import { createBulkhead, limitConcurrency } from './bulkhead.ts'

test('a key is full at its limit and free again after one has left', () => {
  const bulkhead = createBulkhead(2)
  for (const key of ['a', 'b', 'a']) bulkhead.enter(key)
  expect(bulkhead.full()).toEqual(['a'])
  bulkhead.leave('a')
  expect(bulkhead.full()).toEqual([])
})

test('runs at most two tasks at a time, in order, and goes on after one that fails', async () => {
  const limit = limitConcurrency(2)
  const tasks = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const results = tasks.map(({ promise }, n) =>
    limit(() => {
      started.push(n)
      return promise
    }),
  )
  const settled = Promise.allSettled(results)
  expect(started).toEqual([0, 1])
  tasks[1]?.reject(new Error('fails'))
  await results[1]?.catch(() => {})
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of tasks) resolve()
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(started).toEqual([0, 1, 2, 3, 4])
})
