import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect as connectTo } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { emptyDatabase } from './db/testing.ts'
import { hire, openRestaurant } from './modules/ledger/testing.ts'
import { addSession } from './modules/session/repository.ts'
import { hashToken, newToken } from './modules/session/token.ts'

const pageHeaders = {
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  'x-requested-with': 'portal',
}
const newKey = () => randomBytes(32).toString('base64')
const settings = {
  NODE_ENV: 'production',
  PORT: '0',
  PORTAL_ORIGIN: 'https://tips.example',
  SERVICE_TOKEN: 'a-long-enough-token',
  OTP_PEPPER: newKey(),
  VAULT_KEY: newKey(),
  SMS_GATEWAY_URL: 'https://sms.example/send',
  SMS_GATEWAY_TOKEN: 'a-gateway-token',
  BANK: 'sandbox',
  TRUST_PROXY: 'none',
  DRAIN_SECONDS: '1',
}

let database: Awaited<ReturnType<typeof emptyDatabase>>
const replicas: ChildProcess[] = []
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(async () => {
  for (const replica of replicas.splice(0)) {
    if (replica.exitCode !== null || replica.signalCode !== null) continue
    replica.kill('SIGKILL')
    await once(replica, 'exit')
  }
  await database.drop()
})

function spawnApi(env: Record<string, string> = {}): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const urls = { DATABASE_URL: database.applicationUrl, MIGRATION_DATABASE_URL: database.url }
  const api = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings, ...urls, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  replicas.push(api)
  return api
}

/** A process of the API, and where it listens. */
async function startApi(env: Record<string, string> = {}) {
  const replica = spawnApi(env)
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [replica.stdout, replica.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, found] = output.match(/Server listening at (http:[^"]+)/) ?? []
        if (found) resolve(found)
      })
    }
    replica.once('exit', (code) => reject(new Error(`The API ended with ${code}: ${output}`)))
  })
  return { replica, address, output: () => output }
}

async function failureOf(env: Record<string, string>): Promise<string> {
  const api = spawnApi(env)
  let output = ''
  api.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = await once(api, 'close')
  expect(code).toBe(1)
  return output
}

test('two replicas that start together on an empty database migrate it once, and both are ready', async () => {
  const [first, second] = await Promise.all([startApi(), startApi()])
  for (const { address } of [first, second]) expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('does not start as the owner of the tables, and says which role to create', async () => {
  const message = await failureOf({ DATABASE_URL: database.url })
  expect(message).toMatch(/^The portal does not start: DATABASE_URL signs in as postgres, which is a superuser.*\n$/)
  expect(message).toContain('create role portal_api')
  expect(message).not.toContain(new URL(database.url).password)
})

test('without the URL of the owner, starts on tables of this version and on no others', async () => {
  const withoutOwner = { MIGRATION_DATABASE_URL: '' }
  expect(await failureOf(withoutOwner)).toMatch(
    /^The portal does not start: The database lacks 0001_identity.sql, .*\n$/,
  )
  await migrate(database.url)
  const { address } = await startApi(withoutOwner)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('told to stop, it is not ready at once, answers all that was asked, ends its streams and then itself', async () => {
  const { replica, address } = await startApi()
  const page = await fetch(`${address}/api/v1/events`, { headers: { cookie: `__Host-session=${await openSession()}` } })
  expect(page.status).toBe(200)
  const stream = page.text()
  // A proxy that keeps its connection, and a call that is half sent when the signal comes.
  const proxy = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await fetchWith(`${address}/healthz`, proxy)).toEqual([200, 'keep-alive'])
  const slow = request(`${address}/api/v1/login`, { method: 'POST', headers: { ...pageHeaders, 'content-length': 2 } })
  slow.write('{')
  const responseEvent = once(slow, 'response')
  const idle = connect(Number(new URL(address).port), '127.0.0.1')

  const ended = once(replica, 'exit')
  replica.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503)
  await expect.poll(() => fetch(`${address}/readyz`).catch(() => 'refused')).toBe('refused')
  expect(await fetchWith(`${address}/healthz`, proxy)).toEqual([200, 'close'])
  slow.end('}')
  const [response] = await responseEvent
  expect([response.statusCode, response.headers.connection]).toEqual([400, 'close'])
  expect(await stream).toMatch(/^retry: 3000\n\n(: beat\n\n)*retry: \d+\n\n$/)
  expect(await ended).toEqual([0, null])
  idle.destroy()
})

test('ends in order when its terminal is closed, and opens no debugger', async () => {
  const { replica, address, output } = await startApi()
  replica.kill('SIGUSR1')
  replica.kill('SIGUSR2')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  const ended = once(replica, 'exit')
  replica.kill('SIGHUP')
  expect(await ended).toEqual([0, null])
  expect(output()).not.toContain('Debugger listening')
})

test('told to stop under load, it fails no request of a client that keeps its connection', async () => {
  const { replica, address } = await startApi()
  const counts = { answered: 0, failed: 0 }
  const clients = Array.from({ length: 30 }, () => requestUntilClosed(address, counts))
  await expect.poll(() => counts.answered).toBeGreaterThan(300)
  replica.kill('SIGTERM')
  expect(await once(replica, 'exit')).toEqual([0, null])
  await Promise.all(clients)
  expect(counts.failed).toBe(0)
})

/** Sends one request after the other on one connection, until a response is the last one on it. */
async function requestUntilClosed(address: string, counts: { answered: number; failed: number }): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let connection = ''; connection !== 'close'; ) {
    const response = await fetchWith(`${address}/api/v1/session/bootstrap`, agent).catch(() => [0, 'close'])
    counts[response[0] === 401 ? 'answered' : 'failed'] += 1
    connection = response[1]
  }
  agent.destroy()
}

test.each([
  ['an exception', `process.on('SIGUSR2', () => { throw new Error('a bug of +79161234567') })`],
  ['a rejection', `process.on('SIGUSR2', () => { Promise.reject(new Error('a bug of +79161234567')) })`],
])('after %s that nothing caught it answers what is under way, logs the error and ends with 1', async (_, failure) => {
  const { replica, address, output } = await startApi({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failure)}`,
  })
  const slow = request(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { ...pageHeaders, 'content-length': 2, expect: '100-continue' },
  })
  slow.flushHeaders()
  // The server has the request.
  await once(slow, 'continue')
  slow.write('{')
  replica.kill('SIGUSR2')
  await expect.poll(() => fetch(`${address}/readyz`).catch(() => 'refused')).toBe('refused')
  slow.end('}')
  const [response] = await once(slow, 'response')
  expect([response.statusCode, response.headers.connection]).toEqual([400, 'close'])
  expect(await once(replica, 'exit')).toEqual([1, null])
  expect(output()).toMatch(
    /"level":60,.*"a bug of \[redacted\]".*"msg":"an error that nothing caught ends the process"/,
  )
  expect(output()).not.toContain('9161234567')
})

/** Status and `Connection` of the answer. */
async function fetchWith(url: string, agent: Agent) {
  const [response] = await once(request(url, { agent }).end(), 'response')
  response.resume()
  await once(response, 'end')
  return [response.statusCode, response.headers.connection]
}

async function openSession(): Promise<string> {
  const { db, close } = connectTo(database.applicationUrl)
  const { userId } = await hire(db, await openRestaurant(db))
  const token = newToken()
  await addSession(db, { tokenHash: hashToken(token), userId, remembered: false, userAgent: 'test' })
  await close()
  return token
}

test.each([
  [
    'no database is named',
    { DATABASE_URL: '' },
    /^The portal does not start: Settings are .*:\n {2}DATABASE_URL: missing\n$/,
  ],
  [
    'the database is away',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' },
    /^The portal does not start: the database at 127\.0\.0\.1:1 cannot be reached: .*\n$/,
  ],
  [
    'a secret is missing',
    { OTP_PEPPER: '' },
    /^The portal does not start: Settings are .*:\n {2}OTP_PEPPER: missing\n$/,
  ],
])('%s: it says so and ends', async (_, env, output) => {
  expect(await failureOf(env)).toMatch(output)
})
