import { hashArgon2id } from './argon2.ts'

/**
 * Hashes a password at the lowest cost. A comparison takes the cost from the hash, and tests compare thousands of passwords that
 * no one has to be kept from guessing.
 */
export function hashTestPassword(password: string): Promise<string> {
  return hashArgon2id(password, { memory: 8, passes: 1, parallelism: 1 })
}
