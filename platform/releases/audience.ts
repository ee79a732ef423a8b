import { createHash } from 'node:crypto'
import type { Audience } from './registry.ts'

/** What portal servers know of a signed-in user when they choose releases. */
export type Visitor = { userId: string; restaurants: readonly string[] }

/** Returns what a registry has instead of the id of a user. Ids are random, so trying all of them is not possible. */
export function accountHash(userId: string): string {
  return createHash('sha256').update(`account ${userId}`).digest('base64url').slice(0, 22)
}

export function isInAudience({ accounts = [], restaurants = [] }: Audience, visitor: Visitor): boolean {
  return (
    restaurants.some((id) => visitor.restaurants.includes(id)) ||
    (accounts.length > 0 && accounts.includes(accountHash(visitor.userId)))
  )
}
