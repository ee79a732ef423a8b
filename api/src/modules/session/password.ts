import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../../limit-concurrency.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left to all other work. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1)
/** The queue holds about a second's work. */
const limitHashing = limitConcurrency(CONCURRENCY, { queueLimit: CONCURRENCY * 30 })

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password, cost))
}

/** The hash of a password that no user has. */
const dummyHash = hashPassword(crypto.randomUUID())

/** Compares a password. Without a hash (no such account) it takes the same time and returns false. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash)
  const matches = await limitHashing(() => verify(against, password))
  return matches && passwordHash !== undefined
}
