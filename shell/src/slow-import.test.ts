import { expect, test, vi } from 'vitest'
import { slowImport } from './slow-import.ts'

const failure = (type: string) =>
  Object.assign(new Error('Loading chunk 132 failed.'), { name: 'ChunkLoadError', type })

test('a slow import gets a script that comes after the time limit of webpack', async () => {
  const load = vi
    .fn(async () => 'page')
    .mockRejectedValueOnce(failure('timeout'))
    .mockRejectedValueOnce(failure('timeout'))
  expect(await slowImport(load)).toBe('page')
})

test('the import throws immediately when the file does not load', async () => {
  const load = vi.fn(async () => 'page').mockRejectedValueOnce(failure('error'))
  await expect(slowImport(load)).rejects.toThrow('Loading chunk 132 failed.')
})

test('the import throws when the file hangs for a minute', async () => {
  const load = vi.fn().mockRejectedValue(failure('timeout'))
  await expect(slowImport(load)).rejects.toThrow('Loading chunk 132 failed.')
  expect(load).toHaveBeenCalledTimes(12)
})
