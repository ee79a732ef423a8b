import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createProgram, type Program, runForOutcome } from '@portal/command/program'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect as connectTo } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { createEmptyDatabase } from './db/testing/test-database.ts'
import { addSession } from './identity/session/repository.ts'
import { hashToken, newToken } from './identity/session/token.ts'
import { hire, openRestaurant } from './money/ledger/testing/test-ledger.ts'
import { production } from './testing/production.ts'

const pageHeaders = {
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
}

const settings = { ...production, PORT: '0', DRAIN_SECONDS: '1' }

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
const replicas: Program[] = []
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.end('SIGKILL')))
  await database.drop()
})

const main = join(import.meta.dirname, 'main.ts')

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const urls = { DATABASE_URL: database.applicationUrl, MIGRATION_DATABASE_URL: database.url }
  return { PATH, NODE_COMPILE_CACHE, ...settings, ...urls, ...env }
}

const listening = /Server listening at (http:[^"]+)/

/** A process of the API, and where it listens. */
async function startApi(env: Record<string, string> = {}) {
  const replica = createProgram({
    command: process.execPath,
    args: [main],
    options: { env: environment(env) },
    isReady: (output) => listening.test(output),
  })
  replicas.push(replica)
  await replica.start()
  return { replica, address: listening.exec(replica.output())?.[1] ?? '', output: replica.output }
}

async function startFailure(env: Record<string, string>): Promise<string> {
  const { code, output } = await runForOutcome(process.execPath, [main], { env: environment(env) })
  expect(code).toBe(1)
  return output
}

test('does not start as the owner of the tables, and reports which role to create', async () => {
  const message = await startFailure({ DATABASE_URL: database.url })
  expect(message).toMatch(/^The portal does not start: DATABASE_URL signs in as postgres, which is a superuser.*\n$/)
  expect(message).toContain('create role portal_api')
  expect(message).not.toContain(new URL(database.url).password)
})

test('without the URL of the owner, starts on tables of this version and on no others', async () => {
  const withoutOwner = { MIGRATION_DATABASE_URL: '' }
  expect(await startFailure(withoutOwner)).toMatch(
    /lacks 0077a_application_role\.sql and \d+ more migrations: run `node api\/src\/migrate\.ts` with .*\n$/,
  )
  await migrate(database.url)
  const { address } = await startApi(withoutOwner)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('after SIGTERM it is immediately not ready, responds to all requests, ends its streams and then itself', async () => {
  const { replica, address } = await startApi({ DRAIN_SECONDS: '5' })
  const page = await fetch(`${address}/api/v1/events`, { headers: { cookie: `__Host-session=${await openSession()}` } })
  expect(page.status).toBe(200)
  const stream = page.text()
  // A proxy reuses its connection, and a request is half sent when the signal comes.
  const proxy = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await fetchWith(`${address}/healthz`, proxy)).toEqual([200, 'keep-alive'])
  const slow = request(`${address}/api/v1/login`, { method: 'POST', headers: { ...pageHeaders, 'content-length': 2 } })
  slow.write('{')
  const responseEvent = once(slow, 'response')
  const idle = connect(Number(new URL(address).port), '127.0.0.1')

  const ended = replica.end('SIGTERM')
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503)
  await expect.poll(() => fetch(`${address}/readyz`).catch(() => 'refused')).toBe('refused')
  expect(await fetchWith(`${address}/healthz`, proxy)).toEqual([200, 'close'])
  slow.end('}')
  const [response] = await responseEvent
  expect([response.statusCode, response.headers.connection]).toEqual([400, 'close'])
  expect(await stream).toMatch(/^retry: 3000\n\n(: beat\n\n)*retry: \d+\n\n$/)
  expect(await ended).toBe(0)
  idle.destroy()
})

test('ends in order when its terminal is closed, and opens no debugger', async () => {
  const { replica, address, output } = await startApi()
  replica.send('SIGUSR1')
  replica.send('SIGUSR2')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await replica.end('SIGHUP')).toBe(0)
  expect(output()).not.toContain('Debugger listening')
})

test('after SIGTERM under load, it fails no request of a client that reuses its connection', async () => {
  const { replica, address } = await startApi()
  const counts = { answered: 0, failed: 0 }
  // An address without a session may have four requests at the same time.
  const clients = Array.from({ length: 4 }, () => requestUntilClosed(address, counts))
  await expect.poll(() => counts.answered).toBeGreaterThan(300)
  expect(await replica.end('SIGTERM')).toBe(0)
  await Promise.all(clients)
  expect(counts.failed).toBe(0)
})

/** Sends requests over one connection, one after the other, until the server closes it. */
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
])('after an uncaught %s it completes requests under way, logs the error and ends with 1', async (_, failure) => {
  const { replica, address, output } = await startApi({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failure)}`,
  })
  const slow = request(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { ...pageHeaders, 'content-length': 2, expect: '100-continue' },
  })
  slow.flushHeaders()
  // The server has received the headers.
  await once(slow, 'continue')
  slow.write('{')
  const ended = replica.end('SIGUSR2')
  await expect.poll(() => fetch(`${address}/readyz`).catch(() => 'refused')).toBe('refused')
  slow.end('}')
  const [response] = await once(slow, 'response')
  expect([response.statusCode, response.headers.connection]).toEqual([400, 'close'])
  expect(await ended).toBe(1)
  expect(output()).toMatch(
    /"level":60,.*"a bug of \[redacted\]".*"msg":"an error that nothing caught ends the process"/,
  )
  expect(output()).not.toContain('9161234567')
})

/** Returns status and `Connection` of the response. */
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
    'the database is unavailable',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' },
    /^The portal does not start: the database at 127\.0\.0\.1:1 cannot be reached: .*\n$/,
  ],
  [
    'a secret is missing',
    { OTP_PEPPER: '' },
    /^The portal does not start: Settings are .*:\n {2}OTP_PEPPER: missing\n$/,
  ],
])('%s: it reports the reason and ends', async (_, env, output) => {
  expect(await startFailure(env)).toMatch(output)
})
