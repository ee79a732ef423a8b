import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { endGracefully } from '../end-gracefully.ts'
import { type GuardedServer, guardServer } from './guarded-server.ts'
import { listen } from './listen.ts'
import { problemResponse } from './raw-response.ts'

const host = '127.0.0.1'
const apps: FastifyInstance[] = []
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  for (const app of apps.splice(0)) await app.close()
})

function createServer(): GuardedServer & { app: FastifyInstance } {
  const guard = guardServer({ rejection: problemResponse(503, 'overloaded') })
  const app: FastifyInstance = Fastify(guard.options)
  endGracefully(app, guard.connections)
  apps.push(app)
  return { ...guard, app }
}

function connectTo({ server }: FastifyInstance): Socket {
  const socket = connect((server.address() as AddressInfo).port, host).on('error', () => {})
  clients.push(socket)
  return socket
}

test.runIf(process.platform === 'linux')(
  'of 80 connections at once several are accepted in each turn of the event loop',
  async () => {
    const { app, connections } = createServer()
    await listen(app, { host, port: 0 })
    for (let n = 0; n < 80; n += 1) connectTo(app)
    let turns = 0
    for (; connections.accepted < 80; turns += 1) await nextTurn()
    expect(turns).toBeLessThan(60)
  },
)

test('a port at which another server listens is an error', async () => {
  const { app } = createServer()
  await listen(app, { host, port: 0 })
  const { port } = app.server.address() as AddressInfo
  await expect(listen(createServer().app, { host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a closing server responds to the requests of all its connections', async () => {
  const { app } = createServer()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = 0
  app.get('/held', async () => {
    begun += 1
    await held
    return 'held'
  })
  await listen(app, { host, port: 0 })
  const responses = Array.from({ length: 24 }, () => responseOf(connectTo(app)))
  await expect.poll(() => begun).toBe(24)
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  await expect.poll(() => app.server.listening).toBe(false)
  expect(isClosed).toBe(false)
  release()
  for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1.1 200 .*held$/s)
  await closed
})

/** All that comes until the connection ends. */
function responseOf(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write('GET /held HTTP/1.1\r\nHost: portal\r\n\r\n')
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}
