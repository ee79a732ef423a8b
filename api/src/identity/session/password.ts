import { availableParallelism } from 'node:os'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { hashArgon2id, verifyArgon2id } from './argon2.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** One core is left to all other work. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1)
/** The queue holds about a second's work. */
const limitHashing = limitConcurrency(CONCURRENCY, { queueLimit: CONCURRENCY * 30 })

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hashArgon2id(prepared(password), COST))
}

/** As RFC 8265 compares passwords: keyboards type `й` as one code point or as two, and spaces of several kinds. */
function prepared(password: string): string {
  return password.normalize('NFC').replace(/\p{Zs}/gu, ' ')
}

/** The hash of a password that no user has. */
const dummyHash = hashPassword(crypto.randomUUID())

/**
 * Compares a password. Without a hash (no such account) it takes equally long and returns `wrong`. `outdated` means
 * right, but hashed before passwords were prepared, so that another keyboard may type a different password.
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
