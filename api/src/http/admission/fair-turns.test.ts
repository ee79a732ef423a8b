import { createServer, type ServerResponse } from 'node:http'
import { listenLocally } from '@portal/command/listen-locally'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFairTurns, leavePlace, leaveTurn } from './fair-turns.ts'

/** Requests that are worked on, by their path. */
let running: { path: string; response: ServerResponse }[]
let server: ReturnType<typeof createServer>
let origin: string
/** Requests that have come, also those that wait. */
let arrived: number
const clients = new AbortController()

beforeEach(async () => {
  running = []
  arrived = 0
  const findUser = ({ url }: { url?: string | undefined }) => (url === '/own' ? 'user' : undefined)
  const inFairTurns = createFairTurns({ trustProxy: ['127.0.0.1'], findUser })
  server = createServer(inFairTurns(({ url = '' }, response) => void running.push({ path: url, response })))
  server.on('request', () => {
    arrived += 1
  })
  origin = await listenLocally(server)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function send(path: string, address: string, signal = clients.signal, method = 'GET'): Promise<Response> {
  const response = fetch(origin + path, { method, signal, headers: { 'x-forwarded-for': address } })
  // Those that are left at the end of a test.
  response.catch(() => {})
  return response
}

const paths = () => running.map(({ path }) => path)

async function sendMany(address: string): Promise<void> {
  for (let n = 0; n < 20; n += 1) send('/page', address)
  await expect.poll(paths).toEqual(['/page'])
}

test('an address with many requests waits for itself, and another one is served at once', async () => {
  await sendMany('203.0.113.7')
  const other = send('/other', '198.51.100.9')
  await expect.poll(paths).toEqual(['/page', '/other'])
  running[1]?.response.end('served')
  expect(await (await other).text()).toBe('served')
  expect(paths()).toHaveLength(2)
})

test('a request counts until its response begins, however slowly that is read, or until it waits for another machine', async () => {
  await sendMany('203.0.113.7')
  const endings = [
    (response: ServerResponse) => void response.writeHead(200),
    (response: ServerResponse) => response.flushHeaders(),
    leaveTurn,
  ]
  for (const [index, end] of endings.entries()) {
    const response = running[index]?.response
    if (response) end(response)
    await expect.poll(() => running.length).toBe(index + 2)
  }
})

test('a client that leaves gives its turn to the next', async () => {
  const leaving = new AbortController()
  send('/leaves', '203.0.113.7', leaving.signal)
  await expect.poll(() => running.length).toBe(1)
  send('/next', '203.0.113.7')
  leaving.abort()
  await expect.poll(paths).toEqual(['/leaves', '/next'])
})

test.each(['/healthz', '/readyz', '/metrics?x'])('%s waits for no pages of the same address', async (path) => {
  await sendMany('203.0.113.7')
  send(path, '203.0.113.7')
  await expect.poll(paths).toEqual(['/page', path])
})

/** Requests that take all places. */
const botnet = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']

test('runs four requests of many addresses at once, and next that of the address which has sent least', async () => {
  for (let n = 0; n < 3; n += 1) {
    const served = send('/before', '203.0.113.5')
    await expect.poll(() => running.length).toBe(1)
    running.pop()?.response.end()
    await served
  }
  for (const address of botnet) send('/page', address)
  await expect.poll(() => running.length).toBe(4)
  send('/heavy', '203.0.113.5')
  await expect.poll(() => arrived).toBe(8)
  send('/new', '198.51.100.9')
  await expect.poll(() => arrived).toBe(9)
  expect(paths()).toEqual(Array(4).fill('/page'))
  running[0]?.response.end()
  await expect.poll(() => running.length).toBe(5)
  expect(paths().at(-1)).toBe('/new')
})

test('a user whose session is known goes before strangers, however much the address has sent', async () => {
  for (let n = 0; n < 20; n += 1) send('/page', '203.0.113.5')
  for (const address of botnet) send('/page', address)
  await expect.poll(() => running.length).toBe(4)
  send('/own', '203.0.113.5')
  await expect.poll(() => arrived).toBe(25)
  running[0]?.response.end()
  await expect.poll(() => running.length).toBe(5)
  expect(paths().at(-1)).toBe('/own')
})

test.each([
  ['with a body, which may come slowly,', '/form', 'POST'],
  ['that may wait for the database', '/readyz', 'GET'],
])('a request %s holds no place', async (_, path, method) => {
  for (const address of botnet) send(path, address, clients.signal, method)
  await expect.poll(() => running.length).toBe(4)
  send('/page', '198.51.100.9')
  await expect.poll(paths).toContain('/page')
})

test('a request that waits for other processes holds no place, and the next one of its address waits', async () => {
  for (const address of botnet) send('/page', address)
  await expect.poll(() => running.length).toBe(4)
  for (const { response } of running) leavePlace(response)
  send('/next', '203.0.113.1')
  await expect.poll(() => arrived).toBe(5)
  send('/other', '198.51.100.9')
  await expect.poll(paths).toContain('/other')
  expect(paths()).not.toContain('/next')
})
