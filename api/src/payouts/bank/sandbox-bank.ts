import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { BankOrder, BankResponse, Destination, ListedPayment, ProviderBank } from './bank.ts'

type Behaviour = 'pays' | 'declines' | 'never_answers' | 'answers_twice'

/** The behaviour by the last four digits of a card; every other order is paid. */
const behaviours = new Map<string, Behaviour>([
  ['0002', 'declines'],
  ['0003', 'never_answers'],
  ['0004', 'answers_twice'],
])

function toBehaviour(destination: Destination): Behaviour {
  return (destination.type === 'card' && behaviours.get(destination.last4)) || 'pays'
}

/**
 * A provider for demo and tests. Its payments are stored in the database, so they outlive the portal's process. It pays
 * about two seconds later and calls back. Cards that end with 0003 belong to a bank that never responds.
 */
export function createSandboxBank(db: Db, settlesAfterMs = 2_000): ProviderBank & { stop(): void } {
  const listeners = new Set<(payoutId: string, response: BankResponse) => void>()
  const stopping = new AbortController()

  async function callBack(payoutId: string): Promise<void> {
    await delay(settlesAfterMs, undefined, { signal: stopping.signal })
    const payment = await readPayment(db, payoutId)
    if (!payment) return
    for (let times = payment.behaviour === 'answers_twice' ? 2 : 1; times > 0; times--) {
      for (const listener of listeners) listener(payoutId, toResponse(payment))
    }
  }

  async function readStatus({ payoutId }: BankOrder, signal: AbortSignal) {
    const payment = await readPayment(db, payoutId)
    if (!payment) return { status: 'unknown' } as const
    if (payment.behaviour === 'never_answers') await delay(3_600_000, undefined, { signal })
    return toResponse(payment)
  }

  return {
    decidingBank: ({ destination }) =>
      toBehaviour(destination) === 'never_answers' ? 'Молчащий банк' : destination.bankName,
    async send(order, signal) {
      const isNew = await remember(db, order, settlesAfterMs)
      const response = await readStatus(order, signal)
      if (response.status === 'unknown') throw new Error('the sandbox lost a payment')
      // A lost callback does no harm: the portal requests the status by itself.
      if (isNew && response.status === 'accepted') callBack(order.payoutId).catch(() => {})
      return response
    },
    status: readStatus,
    onCallback(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async *payments({ since, until }) {
      const rows = await payments(db)
        .select(['payout_id', 'amount', 'received_at'])
        .where('received_at', '>=', since)
        .where('received_at', '<', until)
        .orderBy('received_at')
        .execute()
      for (const { payout_id, amount, received_at, ...payment } of rows) {
        const { status } = toResponse(payment)
        yield {
          reference: payout_id,
          payoutId: payout_id,
          amount,
          status,
          createdAt: received_at,
        } satisfies ListedPayment
      }
    },
    stop: () => stopping.abort(),
  }
}

/** Stores the payment; returns false if it is stored already. */
async function remember(
  db: Db,
  { payoutId, amount, destination }: BankOrder,
  settlesAfterMs: number,
): Promise<boolean> {
  const behaviour = toBehaviour(destination)
  const isDeclined = behaviour === 'declines'
  const inserted = await db
    .insertInto('sandbox.bank_payment')
    .values({
      payout_id: payoutId,
      amount,
      behaviour,
      status: isDeclined ? 'declined' : 'accepted',
      reason: isDeclined ? 'card_invalid' : null,
      rrn: isDeclined ? null : String(randomInt(1e11, 1e12)),
      settles_at: sql`clock_timestamp() + make_interval(secs => ${settlesAfterMs / 1_000})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

type Payment = { behaviour: string; status: string; rrn: string | null }

/** Selects the payments. An accepted payment becomes paid as soon as its time has come. */
function payments(db: Db) {
  return db
    .selectFrom('sandbox.bank_payment')
    .select([
      'behaviour',
      'rrn',
      sql<string>`case when status = 'accepted' and settles_at <= clock_timestamp() then 'paid' else status end`.as(
        'status',
      ),
    ])
}

async function readPayment(db: Db, payoutId: string): Promise<Payment | undefined> {
  return await payments(db).where('payout_id', '=', payoutId).executeTakeFirst()
}

function toResponse({ status, rrn }: Payment): BankResponse {
  if (status === 'declined') return { status: 'declined', reason: 'card_invalid' }
  return status === 'paid' ? { status: 'paid', rrn: rrn ?? '' } : { status: 'accepted' }
}
