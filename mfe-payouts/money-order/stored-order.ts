import type { MoneyOrder } from '@portal/contracts/new-payout'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import type { KeyedOrder } from './order-machine.ts'

/**
 * The data that outlives a reload: ids, an amount and the key. Never a code, phone, card number or comment. A tab
 * stores one order of a kind, and only its own user's: another user may sign in in the same tab.
 */
export type StoredOrder = KeyedOrder & {
  userId: string
  /** It was sent, so it may exist on the server. */
  sent: boolean
}

const orderStorage = (kind: MoneyOrder['kind']) =>
  storedObject<StoredOrder>(sessionStore, `chaevye:${kind}-order`, (stored) =>
    stored.key && stored.order ? (stored as StoredOrder) : null,
  )

export function storedOrder(kind: MoneyOrder['kind'], userId: string): StoredOrder | null {
  const stored = orderStorage(kind).read()
  return stored?.userId === userId ? stored : null
}

export function storeOrder(stored: StoredOrder): void {
  const { comment: _, ...order } = stored.order
  orderStorage(order.kind).write({ ...stored, order })
}

export function removeOrder(kind: MoneyOrder['kind']): void {
  orderStorage(kind).remove()
}

/**
 * Returns the same key for the same order, so that an attempt which arrives late cannot pay a second time; another
 * order gets another key. Only another comment or fee does not make it another order.
 */
export function keyFor(order: MoneyOrder, stored: StoredOrder | null): string {
  return stored && isSameOrder(order, stored.order) ? stored.key : crypto.randomUUID()
}

function isSameOrder(one: MoneyOrder, other: MoneyOrder): boolean {
  const all = [...Object.keys(one), ...Object.keys(other)] as (keyof MoneyOrder | 'fee')[]
  const names = all.filter((name) => name !== 'comment' && name !== 'fee')
  // A sharing contains a list.
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}
