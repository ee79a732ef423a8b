import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../http/problem.ts'

/** argon2id; what OWASP asks for: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left to everybody else. */
const atOnce = Math.max(1, availableParallelism() - 1)
/** About a second's work; whoever comes after is told to come back. */
const queueLimit = atOnce * 30

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueLimit) throw new Problem(503, 'overloaded', { retry_after: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed over, not freed: nobody gets in between.
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Of a password that nobody has. */
const nobodysHash = hashPassword(crypto.randomUUID())

/** Without a hash (no such account) it takes the same time and is false. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash)
  const matches = await inTurn(() => verify(against, password))
  return matches && passwordHash !== undefined
}
