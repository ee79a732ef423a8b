import type { Secrets } from '../settings/secrets.ts'

/** Returns live versions of a secret, as the setting `1:…,2:…` would. */
export function toSecrets<Value>(first: Value, ...others: Value[]): Secrets<Value> {
  return [{ id: '1', value: first }, ...others.map((value, index) => ({ id: String(index + 2), value }))]
}
