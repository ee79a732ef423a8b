import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { endGracefully } from './end-gracefully.ts'
import { createHttpServer } from './http-server.ts'

const host = '127.0.0.1'
const clients: Socket[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
})

function createApp(): FastifyInstance {
  return Fastify({
    serverFactory: (handler) => createHttpServer(handler),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
}

/** Sends a request and returns its response. */
async function send(client: Socket): Promise<string> {
  const response = new Promise<string>((resolve) => {
    client.once('data', (bytes) => resolve(bytes.toString()))
    client.once('close', () => resolve('none'))
  })
  client.write('GET / HTTP/1.1\r\nHost: portal\r\n\r\n')
  return await response
}

test('an open connection is served while requests still come over others', async () => {
  const app = createApp()
  const stopping = new AbortController()
  endGracefully(app, stopping.signal)
  app.get('/', async () => 'served')
  await app.listen({ host, port: 0 })
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

test('a closing server responds to the requests of all its connections', async () => {
  const app = createApp()
  endGracefully(app)
  const held = Promise.withResolvers<void>()
  let begun = 0
  app.get('/', async () => {
    begun += 1
    await held.promise
    return 'held'
  })
  await app.listen({ host, port: 0 })
  const { port } = app.server.address() as AddressInfo
  const responses = Array.from({ length: 24 }, () => {
    const client = connect(port, host).on('error', () => {})
    clients.push(client)
    return send(client)
  })
  await expect.poll(() => begun).toBe(24)
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  await expect.poll(() => app.server.listening).toBe(false)
  expect(isClosed).toBe(false)
  held.resolve()
  for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1.1 200 .*held$/s)
  await closed
})

test('a client that has sent no request does not delay the end', async () => {
  const app = createApp()
  endGracefully(app)
  await app.listen({ host, port: 0 })
  const client = connect((app.server.address() as AddressInfo).port, host).on('error', () => {})
  clients.push(client)
  await once(client, 'connect')
  await app.close()
  await expect.poll(() => client.closed).toBe(true)
})
