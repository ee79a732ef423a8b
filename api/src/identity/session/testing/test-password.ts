import { hashArgon2id } from '../argon2.ts'

/**
 * Hashes a password at the lowest cost. Tests compare thousands of passwords that need no protection from guessing,
 * and a comparison takes its cost from the hash.
 */
export function hashTestPassword(password: string): Promise<string> {
  return hashArgon2id(password, { memory: 8, passes: 1, parallelism: 1 })
}
