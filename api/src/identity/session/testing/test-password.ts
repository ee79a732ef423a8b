import { hashArgon2id } from '../argon2.ts'

/**
 * Hashes a password at the lowest cost. Tests compare thousands of passwords, and the hash determines the cost of a
 * comparison.
 */
export function hashTestPassword(password: string): Promise<string> {
  return hashArgon2id(password, { memory: 8, passes: 1, parallelism: 1 })
}
