import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { hire, openSession, password } from '../fixtures/people.ts'
import { countsOf, localAddresses, rawRequest, sendLoad } from './load.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const ADDRESSES = 200
const CONNECTIONS_PER_ADDRESS = 2
const ATTACK_SECONDS = 10
/** The user sends requests, and other strangers sign in, at these intervals. */
const USER_INTERVAL_MS = 20
const SIGN_IN_INTERVAL_MS = 1_000
/** The 95th percentile of a user's requests has this limit. */
const ACCEPTABLE_MS = 500

const addresses = localAddresses(ADDRESSES)

const json = { ...pageHeaders(), 'content-type': 'application/json' }
const attempt = { phoneNumber: '+79160000000', password: 'not the password', _remember_me: false }
/** Strangers can send these requests. Each connection sends its next one after the response. */
const attacks: Record<string, string> = {
  'malformed sign-ins': rawRequest('POST', '/api/v1/login', json, Buffer.from('{"phoneNumber":')),
  'sign-ins that lack a field': rawRequest('POST', '/api/v1/login', json, {}),
  'sign-ins with wrong passwords': rawRequest('POST', '/api/v1/login', json, attempt),
  'requests without a session': rawRequest('GET', '/api/v1/user/billing', pageHeaders()),
  'invalid sessions': rawRequest('GET', '/api/v1/user/billing', pageHeaders('x'.repeat(43))),
  pages: rawRequest('GET', '/', { accept: 'text/html', 'accept-encoding': 'gzip, br' }),
}

/** Lets strangers at 200 addresses send requests that cost them nothing, while a user sends requests and others sign in. */
export const botnet: Drill = async (running) => {
  const portal = await startPortal(running, { env: { LOG_LEVEL: 'error' } })
  const session = await openSession(portal.database, (await hire(portal.database)).id)
  // In the first seconds the compiler still optimizes the code.
  await userRequests(portal, session, 2)
  const baseline = await userRequests(portal, session, 3)
  say(`quiet: ${described(baseline)}`)

  const all: Requests[] = []
  const allSignIns: Requests[] = []
  for (const [name, sent] of Object.entries(attacks)) {
    const arrivals = { connections: ADDRESSES * CONNECTIONS_PER_ADDRESS }
    const attack = sendLoad(running, {
      ...{ port: portal.port, requests: [sent], seconds: ATTACK_SECONDS, arrivals, addresses, drainMs: 2_000 },
    })
    await delay(1_000)
    const [user, signIns] = await Promise.all([
      userRequests(portal, session, ATTACK_SECONDS - 2),
      signInFromNewNetworks(portal, ATTACK_SECONDS - 3),
    ])
    say(`${name}: user ${described(user)}; sign-ins ${described(signIns)}; attack ${countsOf(await attack)}`)
    all.push(user)
    allSignIns.push(signIns)
  }
  const [user, signIns] = [merged(all), merged(allSignIns)]
  const p95 = percentile(user.times, 0.95)
  return {
    figure:
      `${ADDRESSES} addresses of strangers: user ${described(user)} (quiet: ${described(baseline)}); ` +
      `sign-ins of others ${described(signIns)}`,
    holds: user.failed === 0 && p95 <= ACCEPTABLE_MS && signIns.failed === 0,
  }
}

/** `times` are the milliseconds of each successful request. */
type Requests = { times: number[]; failed: number }

async function userRequests({ port }: DrillPortal, session: string, seconds: number): Promise<Requests> {
  const agent = new Agent({ keepAlive: true })
  const paths = ['/', '/api/v1/session/bootstrap', '/api/v1/user/billing', '/api/v1/user/balance']
  const requests: Requests = { times: [], failed: 0 }
  const headers = { ...pageHeaders(session), accept: 'text/html,*/*' }
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await delay(USER_INTERVAL_MS)) {
    const path = paths[(requests.times.length + requests.failed) % paths.length] ?? '/'
    await measure(requests, () => statusOf({ port, path, headers, agent }))
  }
  agent.destroy()
  return requests
}

/** Signs in a new user from a new network at each interval. */
async function signInFromNewNetworks({ port, database }: DrillPortal, count: number): Promise<Requests> {
  const requests: Requests = { times: [], failed: 0 }
  const pending: Promise<void>[] = []
  for (let n = 1; n <= count; n += 1) {
    const { phone } = await hire(database)
    const body = JSON.stringify({ phoneNumber: phone, password, _remember_me: false })
    const headers = { ...json, 'content-length': String(Buffer.byteLength(body)) }
    const localAddress = `127.1.${Math.floor(Math.random() * 250)}.${n}`
    const options = { port, method: 'POST', path: '/api/v1/login', headers, localAddress, agent: false as const }
    pending.push(measure(requests, () => statusOf(options, body)))
    await delay(SIGN_IN_INTERVAL_MS)
  }
  await Promise.all(pending)
  return requests
}

async function measure(requests: Requests, send: () => Promise<number | undefined>): Promise<void> {
  const start = performance.now()
  const status = await send().catch(() => undefined)
  if (status === 200) requests.times.push(performance.now() - start)
  else requests.failed += 1
}

async function statusOf(options: RequestOptions, body?: string): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', ...options }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await text(response)
  return response.statusCode
}

function merged(all: readonly Requests[]): Requests {
  return {
    times: all.flatMap(({ times }) => times),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function described({ times, failed }: Requests): string {
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0))
  return `${times.length + failed}, ${failed} failed, p50 ${p50} ms, p95 ${p95} ms`
}
