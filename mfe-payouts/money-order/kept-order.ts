import { sessionStore } from '@portal/shared/browser-storage'
import type { MoneyOrder } from '@portal/shared/contracts/payout'
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

const storageKey = (kind: MoneyOrder['kind']) => `chaevye:${kind}-order`

export function keptOrder(kind: MoneyOrder['kind'], userId: string): KeptOrder | null {
  try {
    const kept = JSON.parse(sessionStore.getItem(storageKey(kind)) ?? 'null') as KeptOrder | null
    return kept?.userId === userId && kept.key ? kept : null
  } catch {
    return null
  }
}

export function keepOrder(kept: KeptOrder): void {
  const { comment: _, ...order } = kept.order
  sessionStore.setItem(storageKey(order.kind), JSON.stringify({ ...kept, order }))
}

export function forgetOrder(kind: MoneyOrder['kind']): void {
  sessionStore.removeItem(storageKey(kind))
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
