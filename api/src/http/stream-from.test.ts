import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { handleProblems } from './problem-handler.ts'
import { streamFrom } from './stream-from.ts'

/** Serves pieces of which the one with this number fails. */
async function serve(failing: number): Promise<string> {
  async function* pieces() {
    for (let n = 1; n <= 3; n++) {
      if (n === failing) throw new Error('the query failed')
      yield `${n}\n`
    }
  }
  const app = Fastify()
  handleProblems(app)
  app.get('/', async (_, reply) => reply.type('text/csv').send(await streamFrom(pieces())))
  onTestFinished(() => app.close())
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

test('a failure before the first piece is a problem, not a file', async () => {
  const response = await fetch(await serve(1))
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ code: 'internal_error' })
})

test('a failure in the middle cuts the connection, so that the client knows', async () => {
  const response = await fetch(await serve(3))
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test('sends all pieces in order', async () => {
  expect(await (await fetch(await serve(9))).text()).toBe('1\n2\n3\n')
})
