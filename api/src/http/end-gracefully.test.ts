import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { guardServer } from './connections/guarded-server.ts'
import { listen } from './connections/listen.ts'
import { problemResponse } from './connections/raw-response.ts'
import { endGracefully } from './end-gracefully.ts'

const host = '127.0.0.1'
const clients: Socket[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
})

/** Sends a request and returns its response. */
async function send(client: Socket): Promise<string> {
  const response = new Promise<string>((resolve) => {
    client.once('data', (bytes) => resolve(bytes.toString()))
    client.once('close', () => resolve('none'))
  })
  client.write('GET / HTTP/1.1\r\nHost: portal\r\n\r\n')
  return await response
}

test('a kept connection is served while requests still come, each over another one', async () => {
  const { options, connections } = guardServer({ rejection: problemResponse(503, 'overloaded') })
  const app = Fastify({ ...options, return503OnClosing: false })
  const stopping = new AbortController()
  endGracefully(app, connections, stopping.signal)
  app.get('/', async () => 'served')
  await listen(app, { host, port: 0 })
  for (let n = 0; n < 4; n += 1) {
    const client = connect((app.server.address() as AddressInfo).port, host).on('error', () => {})
    clients.push(client)
    expect(await send(client)).toMatch(/keep-alive/i)
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  stopping.abort()
  let isClosed = false
  void app.close().then(() => {
    isClosed = true
  })
  await expect.poll(() => app.server.listening).toBe(false)
  for (const client of clients.slice(0, 3)) {
    await vi.advanceTimersByTimeAsync(700)
    expect(await send(client)).toMatch(/connection: close.*served$/is)
  }
  const pass = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return isClosed
  }
  await expect.poll(pass).toBe(true)
  await expect.poll(() => clients.every(({ closed }) => closed)).toBe(true)
})
