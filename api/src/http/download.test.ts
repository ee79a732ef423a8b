import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { contentDisposition, streamFrom } from './download.ts'
import { handleProblems } from './problem-handler.ts'

test.each([
  ['Выписка Берёзка.pdf', 'Выписка Берёзка.pdf'],
  ['Кафе 🍕.pdf', 'Кафе 🍕.pdf'],
  ['half \ud83c.pdf', 'half \ufffd.pdf'],
  ['\udf55 half.pdf', '\ufffd half.pdf'],
  [`a"b'c*(d);\r\nSet-Cookie: x.pdf`, `a"b'c*(d);\r\nSet-Cookie: x.pdf`],
])('the header of a download takes the name %j', (name, decoded) => {
  const header = contentDisposition(name, 'file.pdf')
  expect(header).toMatch(/^attachment; filename="file\.pdf"; filename\*=UTF-8''[\w.~%!#$&+^`|-]+$/)
  expect(decodeURIComponent(header.slice(header.lastIndexOf("'") + 1))).toBe(decoded)
})

/** Serves a download whose piece with this number fails. */
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

test('a failure before the first piece is a problem instead of a file', async () => {
  const response = await fetch(await serve(1))
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ code: 'internal_error' })
})

test('a failure in the middle closes the connection, so that the client notices it', async () => {
  const response = await fetch(await serve(3))
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test('all pieces are sent in order', async () => {
  expect(await (await fetch(await serve(9))).text()).toBe('1\n2\n3\n')
})
