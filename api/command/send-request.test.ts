import { createServer, type RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from './free-ports.ts'
import { RequestError, sendRequest } from './send-request.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => void server.close().closeAllConnections())
  return await listenLocally(server)
}

const secret = 'Bearer secret-token'
const headers = { authorization: secret }
const body = { phone: '+79991234567' }

test('a response of any status is returned, and a redirect is not followed', async () => {
  const visited: (string | undefined)[] = []
  const url = await serve(({ url: path }, response) => {
    visited.push(path)
    response.writeHead(307, { location: '/elsewhere' }).end('moved')
  })
  expect(await sendRequest({ url: `${url}/first`, method: 'POST', body })).toMatchObject({ status: 307, text: 'moved' })
  expect(visited).toEqual(['/first'])
})

test.each([
  ['no server', undefined, 'ECONNREFUSED'],
  ['a server that does not respond', () => {}, 'ETIMEDOUT'],
  ['a connection that is cut', (({ socket }) => void socket.destroy()) satisfies RequestListener, 'ECONNRESET'],
  [
    'a response that is too long',
    ((_, response) => response.end('x'.repeat(2_000))) satisfies RequestListener,
    'ERR_BAD_RESPONSE',
  ],
])('%s is an error that has neither secrets nor what was sent', async (_, listener, code) => {
  const url = listener ? await serve(listener) : 'http://127.0.0.1:1'
  const request = sendRequest({
    url: `${url}/?key=secret-key`,
    method: 'POST',
    headers,
    body,
    timeoutMs: 3_000,
    maxResponseBytes: 1_000,
  })
  const error = await request.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject({ code })
  expect(inspect(error, { depth: 10 })).not.toMatch(/secret|9991234567/)
})

test('a caller that aborts gets its own reason', async () => {
  const url = await serve(() => {})
  const reason = new Error('not needed any more')
  const aborter = new AbortController()
  const request = sendRequest({ url, signal: aborter.signal })
  aborter.abort(reason)
  await expect(request).rejects.toBe(reason)
})

test('a timeout may be a part of a millisecond, as what remains of a deadline is', async () => {
  const url = await serve((_, response) => response.end('in time'))
  expect(await sendRequest({ url, timeoutMs: 5_000.25 })).toMatchObject({ text: 'in time' })
})
