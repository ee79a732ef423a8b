import type { MoneyOrder } from '@portal/shared/contracts/payout'
import type { KeyedOrder } from './order-machine.ts'

/**
 * What outlives a reload: ids, an amount and the key. Never a code, phone or card number. A tab keeps one order, and
 * only its own user's: another person may sign in in the same tab.
 */
export type KeptOrder = KeyedOrder & {
  userId: string
  /** It left for the server, so it may exist there. */
  sent: boolean
}

const storageKey = 'chaevye:money-order'

export function keptOrder(userId: string): KeptOrder | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeptOrder | null
    return kept?.userId === userId && kept.key ? kept : null
  } catch {
    return null
  }
}

export function keepOrder(kept: KeptOrder): void {
  sessionStorage.setItem(storageKey, JSON.stringify(kept))
}

export function forgetOrder(): void {
  sessionStorage.removeItem(storageKey)
}

/**
 * The same order asked for again keeps its key, so that an attempt which arrives late cannot pay a second time; another
 * order gets another key.
 */
export function keyFor(order: MoneyOrder, kept: KeptOrder | null): string {
  return kept && isSameOrder(order, kept.order) ? kept.key : crypto.randomUUID()
}

function isSameOrder(one: MoneyOrder, other: MoneyOrder): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof MoneyOrder>
  return [...names].every((name) => one[name] === other[name])
}
