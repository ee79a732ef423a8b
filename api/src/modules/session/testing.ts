import { hash } from '@node-rs/argon2'

/**
 * Hashes a password at the lowest cost. A comparison takes the cost from the hash, and tests compare thousands of passwords that
 * no one has to be kept from guessing.
 */
export function hashTestPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}
