import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** `memory` is in KiB. */
type Cost = { memory: number; passes: number; parallelism: number }

/** Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashArgon2id(password: string, cost: Cost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...cost, message: password, nonce, tagLength: 32 })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toPhcBase64(nonce)}$${toPhcBase64(tag)}`
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Compares at the cost that the hash names. @throws Error for a text that is no PHC string of argon2id */
export async function verifyArgon2id(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = phcPattern.exec(hash) ?? []
  if (!expected) throw new Error('The stored hash is no PHC string of argon2id')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const nonce = Buffer.from(salt, 'base64')
  const expectedTag = Buffer.from(expected, 'base64')
  const tag = await derive('argon2id', { ...cost, message: password, nonce, tagLength: expectedTag.length })
  return timingSafeEqual(tag, expectedTag)
}

/** Base64 of PHC strings has no padding. */
function toPhcBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
