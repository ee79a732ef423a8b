import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import type pg from 'pg'
import { hire } from '../../../e2e/fixtures/people.ts'
import { prepareTransfer } from '../failover-load.ts'
import { type OrderPortal, prepareOrder, sendOrder } from '../orders.ts'
import { serviceToken } from '../portal.ts'

const WRITERS = 2
const INTERVAL_MS = 50
/** An order, or a transfer. */
const ORDER_INTERVAL_MS = 1_500
const REQUEST_TIMEOUT_MS = 20_000

/**
 * Milliseconds of this machine's clock, which is that of its PostgreSQL too:
 * what was acknowledged was committed between them.
 */
export type Acknowledged = { id: string; sentAt: number; acknowledgedAt: number }

export type Load = Awaited<ReturnType<typeof startLoad>>

/** Books tips, orders withdrawals and transfers until the portal is lost, and stores what was acknowledged and when. */
export async function startLoad(running: Running, portal: OrderPortal) {
  const waiter = await hire(portal.database)
  const tips: Acknowledged[] = []
  const payouts: Acknowledged[] = []
  const over = new AbortController()
  // Also when the drill fails.
  running.started({ stop: () => over.abort() })

  async function book(): Promise<void> {
    while (!over.signal.aborted) {
      const id = randomUUID()
      const sentAt = Date.now()
      const response = await bookTips(portal.origin, waiter.places[0]?.employeeId, [id]).catch(() => undefined)
      if (response?.ok) tips.push({ id, sentAt, acknowledgedAt: Date.now() })
      await delay(INTERVAL_MS)
    }
  }

  /** `id` is that of the payout. */
  async function order(): Promise<void> {
    for (let count = 0; !over.signal.aborted; count += 1) {
      // Who cannot prepare an order any more sends none: the portal is lost.
      const prepared = await (count % 3 === 2
        ? prepareTransfer(portal, 300)
        : prepareOrder(portal, { sbp: '11' })
      ).catch(() => undefined)
      if (!prepared) return
      const sentAt = Date.now()
      const response = await sendOrder(portal, prepared).catch(() => undefined)
      const acknowledgedAt = Date.now()
      const body = (await response?.json().catch(() => undefined)) as { id: string } | undefined
      if (response?.ok && body) payouts.push({ id: body.id, sentAt, acknowledgedAt })
      await delay(ORDER_INTERVAL_MS)
    }
  }

  const ended = Promise.all([...Array.from({ length: WRITERS }, book), order()])
  ended.catch(() => {})
  return {
    waiter,
    tips,
    payouts,
    async stop(): Promise<void> {
      over.abort()
      await ended
    },
  }
}

export const tipRubles = 10

/** Books tips as the payment side does. */
export function bookTips(
  origin: string,
  employee_id: string | undefined,
  ids: readonly string[],
  token = serviceToken,
): Promise<Response> {
  const tip = { employee_id, amount: tipRubles, paid_at: new Date().toISOString() }
  return fetch(`${origin}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ tips: ids.map((external_id) => ({ external_id, ...tip })) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

/** What is restored of what was acknowledged. */
export type Restored = { lost: Acknowledged[]; present: Acknowledged[] }

/** Compares what was acknowledged with a restored database. */
export async function restoredOf(
  database: Pick<pg.Pool, 'query'>,
  { tips, payouts }: Pick<Load, 'tips' | 'payouts'>,
): Promise<Restored> {
  const all = [...tips, ...payouts]
  const { rows } = await database.query<{ id: string }>(
    `select external_id as id from tip where external_id = any($1)
     union all select id::text from payout where id::text = any($1)`,
    [all.map(({ id }) => id)],
  )
  const found = new Set(rows.map(({ id }) => id))
  return { lost: all.filter(({ id }) => !found.has(id)), present: all.filter(({ id }) => found.has(id)) }
}
