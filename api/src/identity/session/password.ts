import { availableParallelism } from 'node:os'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { hashArgon2id, verifyArgon2id } from './argon2.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** Hashing leaves one core to all other work. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1)
/** The queue holds about a second's work. */
const limitHashing = limitConcurrency(CONCURRENCY, { queueLimit: CONCURRENCY * 30 })

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hashArgon2id(prepared(password), COST))
}

/** Prepares a password as RFC 8265: keyboards type `й` as one or two code points, and several kinds of spaces. */
function prepared(password: string): string {
  return password.normalize('NFC').replace(/\p{Zs}/gu, ' ')
}

/** The hash of a password that no user has. */
const dummyHash = hashPassword(crypto.randomUUID())

/**
 * Compares a password. Without a hash (there is no such account) it takes as long and returns `wrong`. `outdated`: the
 * password is right, but its hash is from before passwords were prepared, so another keyboard could not type it.
 */
export async function comparePassword(
  password: string,
  passwordHash: string | undefined,
): Promise<'right' | 'outdated' | 'wrong'> {
  const against = passwordHash ?? (await dummyHash)
  const spelling = prepared(password)
  for (const each of new Set([spelling, password, password.normalize('NFD')])) {
    const matches = await limitHashing(() => verifyArgon2id(against, each))
    if (matches && passwordHash !== undefined) return each === spelling ? 'right' : 'outdated'
  }
  return 'wrong'
}

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return (await comparePassword(password, passwordHash)) !== 'wrong'
}
