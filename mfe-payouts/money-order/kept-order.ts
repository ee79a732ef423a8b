import type { MoneyOrder } from '@portal/contracts/payout'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import type { KeyedOrder } from './order-machine.ts'

/**
 * What outlives a reload: ids, an amount and the key. Never a code, phone, card number or comment. A tab keeps one order
 * of a kind, and only its own user's: another person may sign in in the same tab.
 */
export type KeptOrder = KeyedOrder & {
  userId: string
  /** It left for the server, so it may exist there. */
  sent: boolean
}

const stored = (kind: MoneyOrder['kind']) =>
  storedObject<KeptOrder>(sessionStore, `chaevye:${kind}-order`, (kept) => (kept.key ? (kept as KeptOrder) : null))

export function keptOrder(kind: MoneyOrder['kind'], userId: string): KeptOrder | null {
  const kept = stored(kind).read()
  return kept?.userId === userId ? kept : null
}

export function keepOrder(kept: KeptOrder): void {
  const { comment: _, ...order } = kept.order
  stored(order.kind).write({ ...kept, order })
}

export function forgetOrder(kind: MoneyOrder['kind']): void {
  stored(kind).remove()
}

/**
 * The same order asked for again keeps its key, so that an attempt which arrives late cannot pay a second time; another
 * order gets another key. Another comment alone does not make it another order.
 */
export function keyFor(order: MoneyOrder, kept: KeptOrder | null): string {
  return kept && isSameOrder(order, kept.order) ? kept.key : crypto.randomUUID()
}

function isSameOrder(one: MoneyOrder, other: MoneyOrder): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof MoneyOrder>
  names.delete('comment')
  return [...names].every((name) => one[name] === other[name])
}
