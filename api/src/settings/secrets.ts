import { createECDH } from 'node:crypto'

/** A live version of a secret. `id` is the name that operators gave it, or its position in the list. */
export type Secret<Value> = { id: string; value: Value }

/** The first version is used and all are accepted, so that processes can change one after the other. */
export type Secrets<Value> = readonly [Secret<Value>, ...Secret<Value>[]]

const name = /^([\w.-]{1,40}):/

/** `2026:abc,2025:xyz` → the versions 2026 and 2025; `abc` → the version 1. */
export function splitSecrets(text: string): Secret<string>[] {
  return text.split(',').map((part, index) => {
    const trimmed = part.trim()
    const id = name.exec(trimmed)?.[1]
    return { id: id ?? String(index + 1), value: id === undefined ? trimmed : trimmed.slice(id.length + 1) }
  })
}

const uses = new Map<string, { secret: string; version: string; count: number }>()

/** How often each version was accepted since the start of this process. A version in use must not be removed yet. */
export function secretUses(): Iterable<{ secret: string; version: string; count: number }> {
  return uses.values()
}

/** Whether one of the versions `matches`, whose use is then counted. `secret` is the name of the setting. */
export function acceptSecret<Value>(
  secret: string,
  versions: readonly Secret<Value>[],
  matches: (value: Value) => boolean,
): boolean {
  const accepted = versions.find(({ value }) => matches(value))
  if (!accepted) return false
  const key = `${secret}:${accepted.id}`
  const use = uses.get(key) ?? { secret, version: accepted.id, count: 0 }
  use.count += 1
  uses.set(key, use)
  return true
}

/** A pair of keys in base64url, as browsers and push services expect them. */
export type VapidKey = { publicKey: string; privateKey: string }

/** Returns the pair of a private key of 32 bytes. @throws Error for the few values that are no key of the curve */
export function toVapidKey(bytes: Buffer): VapidKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(bytes)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
}
