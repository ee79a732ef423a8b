import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'

test('a key is full at its limit and free again after one has left', () => {
  const bulkhead = createBulkhead(2)
  for (const key of ['a', 'b', 'a']) bulkhead.enter(key)
  expect(bulkhead.full()).toEqual(['a'])
  bulkhead.leave('a')
  expect(bulkhead.full()).toEqual([])
})
