import { expect, test } from 'vitest'
import { createRequestContext, runInContext } from '../process/request-context.ts'
import { inTurn } from './in-turn.ts'

/** Work that ends when the test ends it. */
function controlled(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    finish: resolve,
    async run() {
      log.push(`${name} begins`)
      await promise
      log.push(`${name} ends`)
    },
  }
}

test('work with the same key runs one after the other, also after a failure, and work with another key does not wait', async () => {
  const log: string[] = []
  const [first, second, other] = ['first', 'second', 'other'].map((name) => controlled(log, name))
  const failing = inTurn(['a'], async () => {
    await first?.run()
    throw new Error('failed')
  })
  const following = inTurn(['a'], async () => second?.run())
  const apart = inTurn(['b'], async () => other?.run())
  other?.finish()
  await apart
  expect(log).toEqual(['first begins', 'other begins', 'other ends'])
  first?.finish()
  await expect(failing).rejects.toThrow('failed')
  second?.finish()
  await following
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
})

test('two callers that take the same keys in different orders both finish', async () => {
  const done = await Promise.all([inTurn(['a', 'b', 'a'], async () => 1), inTurn(['b', 'a'], async () => 2)])
  expect(done).toEqual([1, 2])
})

test('a waiting task is rejected at its deadline, and the tasks behind it continue to wait', async () => {
  const log: string[] = []
  const first = controlled(log, 'first')
  const running = inTurn(['a'], () => first.run())
  const context = createRequestContext({ deadlineMs: 60_000, onSettled: () => {}, onSlotReleased: () => {} })
  const { promise: waiting, resolve } = Promise.withResolvers<Promise<void>>()
  runInContext(context, () => resolve(inTurn(['a'], async () => void log.push('second begins'))))
  const last = inTurn(['a'], async () => void log.push('last begins'))
  const rejection = expect(waiting).rejects.toMatchObject({ code: '57014' })
  context.cancel()
  await rejection
  expect(log).toEqual(['first begins'])
  first.finish()
  await Promise.all([running, last])
  expect(log).toEqual(['first begins', 'first ends', 'last begins'])
  context.responseEnded()
})
