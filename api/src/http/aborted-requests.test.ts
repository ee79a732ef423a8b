import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { pageHeaders, sharedApi } from './testing/test-api.ts'

const api = sharedApi()
let session: string
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  session = (await api.signedIn(await api.createUser({ phone: '+79160000001' }))).token ?? ''
})

/** So long that the API begins with the request before it has received everything. */
const part = 'x'.repeat(100_000)

/** Sends the headers and half of the body of a request, and leaves when the API has begun with it. */
async function abort(path: string, type: string, body: string): Promise<void> {
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
  const authorization = `Bearer ${api.settings.serviceToken}`
  const headers = { ...pageHeaders, host: 'portal', cookie: `session=${session}`, authorization, 'content-type': type }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${head.join('')}content-length: 200000\r\n\r\n${body}`)
  await expect.poll(() => begun(path)).toBe(true)
  socket.resetAndDestroy()
  await once(socket, 'close')
}

const begun = (path: string) => api.logs.some((line) => line.includes('incoming request') && line.includes(path))

test.each([
  ['JSON', '/ingest/tips', 'application/json', `{"tips":"${part}`],
  [
    'a form',
    '/upload',
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n${part}`,
  ],
])('a client that leaves while it sends %s is no failure of the API', async (_, path, type, body) => {
  api.logs.length = 0
  await abort(path, type, body)
  await expect.poll(() => api.logs.filter((line) => line.includes('request aborted'))).toHaveLength(1)
  expect(api.logs.filter((line) => line.includes('request failed'))).toEqual([])
})
