import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import type pg from 'pg'
import { hire, openSession, type Waiter } from '../../e2e/fixtures/people.ts'
import { type OrderPortal, post, sendOrder } from './orders.ts'
import { pageHeaders, serviceToken } from './portal.ts'

const WRITERS = 2
const READERS = 2
const REQUEST_INTERVAL_MS = 50
const RETRY_DELAY_MS = 100
/** As long as the portal's own pages wait. */
const REQUEST_TIMEOUT_MS = 20_000

const MAX_REPEATING_MS = 120_000

export const tipRubles = 10

const reads = [
  '/user/balance',
  '/user/billing?page=1',
  '/session/bootstrap',
  '/user/payout?page=1',
  '/user/payout-bindings',
]

/** When requests succeeded, by `performance.now()`. */
export type Measurements = { writes: number[]; reads: number[]; failedReads: string[] }

/**
 * Books tips and reads lists through one API until it is stopped. Each tip is sent again, under its id,
 * until it is acknowledged.
 */
export async function startLoad(running: Running, { origin, database }: OrderPortal) {
  const waiter = await hire(database)
  const session = await openSession(database, waiter.id)
  const measured: Measurements = { writes: [], reads: [], failedReads: [] }
  const tips: string[] = []
  const over = new AbortController()
  // Also when the drill fails: what it sends would be sent again forever.
  running.started({ stop: () => over.abort() })

  async function write(): Promise<void> {
    while (!over.signal.aborted) {
      const external_id = randomUUID()
      await untilAccepted(() => bookTip(origin, waiter, external_id))
      measured.writes.push(performance.now())
      tips.push(external_id)
      await delay(REQUEST_INTERVAL_MS)
    }
  }

  async function read(first: number): Promise<void> {
    for (let index = first; !over.signal.aborted; index += 1) {
      const response = await fetch(`${origin}/api/v1${reads[index % reads.length]}`, {
        headers: pageHeaders(session),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }).catch(() => undefined)
      const text = await response?.text().catch(() => '')
      if (response?.ok) measured.reads.push(performance.now())
      else measured.failedReads.push(`${response?.status ?? 'no response'} ${text}`)
      await delay(REQUEST_INTERVAL_MS)
    }
  }

  const clients = [
    ...Array.from({ length: WRITERS }, write),
    ...Array.from({ length: READERS }, (_, index) => read(index * 2)),
  ]
  const ended = Promise.all(clients)
  ended.catch(() => {})
  return {
    measured,
    /** Resolves with the tips that were acknowledged, and who got them. */
    async stop(): Promise<{ tips: string[]; waiter: Waiter }> {
      over.abort()
      await ended
      return { tips, waiter }
    },
  }
}

function bookTip(origin: string, waiter: Waiter, external_id: string): Promise<Response> {
  const tip = { external_id, employee_id: waiter.places[0]?.employeeId, amount: tipRubles }
  return fetch(`${origin}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceToken}` },
    body: JSON.stringify({ tips: [{ ...tip, paid_at: new Date().toISOString() }] }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

/** Sends an order until it is acknowledged. */
export async function sendUntilAccepted(portal: OrderPortal, order: Parameters<typeof sendOrder>[1]): Promise<void> {
  await untilAccepted(() => sendOrder(portal, order))
}

/** @throws Error for a response that no repetition changes, and when no repetition is accepted in time */
async function untilAccepted(send: () => Promise<Response>): Promise<void> {
  for (const end = performance.now() + MAX_REPEATING_MS; performance.now() < end; ) {
    const response = await send().catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response?.ok && text !== undefined) return
    if (response && response.status < 500 && ![409, 429].includes(response.status)) {
      throw new Error(`${response.url} is ${response.status}: ${text}`)
    }
    await delay(RETRY_DELAY_MS)
  }
  throw new Error('A request is not accepted for two minutes')
}

/** Prepares a transfer of all the tips of a new user to a colleague, confirmed by a code. */
export async function prepareTransfer({ origin, database }: OrderPortal, amount: number) {
  const payer = await hire(database, 'Мария Котова', [{ isDefault: true }])
  const [place] = payer.places
  if (!place) throw new Error('A waiter has no place')
  const colleague = await hire(database, 'Олег Котов', [{ beside: place }])
  const session = await openSession(database, payer.id)
  await post(
    `${origin}/api/v1/ingest/tips`,
    { authorization: `Bearer ${serviceToken}` },
    {
      tips: [{ external_id: randomUUID(), employee_id: place.employeeId, amount, paid_at: new Date().toISOString() }],
    },
  )
  await post(`${origin}/api/v1/otp/send/user/${payer.id}`, pageHeaders(session), { purpose: 'transfer' })
  return {
    userId: payer.id,
    recipientId: colleague.id,
    session,
    key: randomUUID(),
    body: {
      kind: 'transfer',
      rest_id: place.restId,
      recipient_employee_id: colleague.places[0]?.employeeId,
      amount,
      code: await newestCode(database, payer),
    },
  }
}

async function newestCode(database: pg.Pool, { phone }: Waiter): Promise<string> {
  const { rows } = await database.query('select code from sandbox.sms where phone = $1 order by id desc', [phone])
  return String(rows[0]?.code)
}
