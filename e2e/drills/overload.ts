import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/shared/command/command'
import { hire, openSession, type Waiter } from '../fixtures/people.ts'
import { medianBalance, percentile, rawRequest, sendLoad } from './load.ts'
import type { LoadResult } from './load-generator.ts'
import { type DrillPortal, pageHeaders, serviceToken, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const users = 40
const tipsOfUser = 60
/** What saturates one process, as each waits for its response. */
const CAPACITY_CONNECTIONS = 32
const OVERLOAD = 5
const SECONDS = 12
/** What comes later, nobody waits for any more. */
const TIMELY_MS = 1_000

type SignedIn = { waiter: Waiter; session: string }

/**
 * Five times as many requests as the portal can serve, arriving whether responses come or not. What is served in spite of
 * it, how long that takes, and how soon a user notices nothing after the load has ended.
 */
export const overload: Drill = async (running) => {
  const portal = await startPortal(running)
  const people = await Promise.all(Array.from({ length: users }, () => signIn(portal)))
  const observer = await signIn(portal)
  const requests = mixOf(people)
  const load = { port: portal.port, requests }

  // The first seconds are the compiler's.
  await sendLoad(running, { ...load, seconds: 5, arrivals: { connections: CAPACITY_CONNECTIONS } })
  const quiet = await medianBalance(portal, observer.session, 2)
  const closed = await sendLoad(running, { ...load, seconds: 8, arrivals: { connections: CAPACITY_CONNECTIONS } })
  const capacity = served(closed).length / 8
  say(`capacity ${capacity.toFixed(0)} a second, ${describe(closed)}; a balance of another user ${quiet.toFixed(1)} ms`)

  const rate = Math.round(capacity * OVERLOAD)
  const recovery = recoveryAfter(portal, observer, SECONDS, quiet)
  const result = await sendLoad(running, { ...load, seconds: SECONDS, arrivals: { rate } })
  const goodput = served(result).filter((ms) => ms <= TIMELY_MS).length / SECONDS
  const p99 = percentile(served(result), 0.99)
  say(`${rate} a second: ${describe(result)}, ${result.unsent} not sent`)
  const seconds = await recovery
  const share = goodput / capacity
  return {
    figure:
      `at ${rate} requests a second (capacity ${capacity.toFixed(0)}) ${Math.round(share * 100)} % of the capacity is served, ` +
      `p99 ${p99.toFixed(0)} ms, rejected p99 ${percentile(result.latencies[503] ?? [], 0.99).toFixed(0)} ms, ` +
      `no response ${(result.latencies[0] ?? []).length}, recovered after ${seconds.toFixed(1)} s`,
    holds: share >= 0.8 && p99 <= 1_000 && seconds <= 2 && !result.latencies[0],
  }
}

async function signIn({ origin, database }: DrillPortal): Promise<SignedIn> {
  const waiter = await hire(database)
  const tips = Array.from({ length: tipsOfUser }, (_, n) => tipOf(waiter, n))
  const response = await fetch(`${origin}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceToken}` },
    body: JSON.stringify({ tips }),
  })
  if (!response.ok) throw new Error(`tips: ${response.status} ${await response.text()}`)
  return { waiter, session: await openSession(database, waiter.id) }
}

function tipOf(waiter: Waiter, daysAgo: number) {
  const paid_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  return { external_id: randomUUID(), employee_id: waiter.places[0]?.employeeId, amount: 100, paid_at }
}

/** What pages of the portal send, and the payment side, each as often as in a shift. */
function mixOf(people: readonly SignedIn[]): string[] {
  const requests = people.flatMap(({ waiter, session }, index) => {
    const headers = pageHeaders(session)
    const get = (path: string) => rawRequest('GET', `/api/v1${path}`, headers)
    const tip = { authorization: `Bearer ${serviceToken}` }
    const restId = waiter.places[0]?.restId
    return [
      get('/session/bootstrap'),
      get('/user/balance'),
      get('/user/balance'),
      get('/user/billing'),
      get(`/user/billing?page=2&restId=${restId}`),
      get('/user/payout'),
      get(`/payouts/methods/${restId}`),
      rawRequest('POST', '/api/v1/ingest/tips', tip, { tips: [tipOf(waiter, index)] }),
    ]
  })
  return requests
    .map((request, index) => ({ request, at: (index * 7) % requests.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ request }) => request)
}

/** Seconds after the load's end until a balance takes no longer than twice as before, or 10 ms. */
async function recoveryAfter(portal: DrillPortal, observer: SignedIn, seconds: number, quiet: number): Promise<number> {
  await delay(seconds * 1_000)
  const start = performance.now()
  while (true) {
    const times: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const before = performance.now()
      const response = await fetch(`${portal.origin}/api/v1/user/balance`, { headers: pageHeaders(observer.session) })
      await response.text()
      times.push(response.ok ? performance.now() - before : Number.POSITIVE_INFINITY)
    }
    if ((times.sort((a, b) => a - b)[2] ?? 0) <= Math.max(10, 2 * quiet)) return (performance.now() - start) / 1_000
  }
}

function served({ latencies }: LoadResult): number[] {
  return Object.entries(latencies)
    .flatMap(([status, times]) => (Number(status) >= 200 && Number(status) < 300 ? times : []))
    .sort((a, b) => a - b)
}

function describe({ latencies }: LoadResult): string {
  return Object.entries(latencies)
    .map(([status, times]) => {
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0))
      return `${times.length} × ${status} (p50 ${p50}, p99 ${p99} ms)`
    })
    .join(', ')
}
