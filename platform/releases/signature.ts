import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Registry } from './registry.ts'

// Write access to the folder or bucket of releases alone does not put code into the portal: the registry is signed and names
// the hash of each release.json, which names the hash of each file.

/** Returns the text of a registry as it is stored. Without a key it is not signed, as on a developer's machine. */
export function signRegistry(registry: Registry, key: KeyObject | undefined): string {
  const { signature: _, ...content } = registry
  if (!key) return `${JSON.stringify(content, null, 2)}\n`
  const signature = sign(null, signedText(content), key).toString('base64')
  return `${JSON.stringify({ ...content, signature }, null, 2)}\n`
}

/** Public keys by name: with those of the next year beside those of this one, a rotation has no gap. */
export type PublicKeys = Readonly<Record<string, KeyObject>>

/** The settings that public keys come from. Without RELEASE_PUBLIC_KEY the signing key has its own. */
export type KeysSetting = 'RELEASE_PUBLIC_KEY' | 'RELEASE_SIGNING_KEY' | 'FROM_PUBLIC_KEY'

/**
 * `setting`: where the keys come from, for the message.
 * @throws Error when it is not a registry or, with keys, not signed by the owner of one of them
 */
export function verifyRegistry(
  text: string,
  keys: PublicKeys | undefined,
  setting: KeysSetting = 'RELEASE_PUBLIC_KEY',
): Registry {
  const registry = parsed(text)
  if (!keys || signerOf(registry, keys)) return registry
  const suggestion = registry.signature
    ? forOtherKey[setting]
    : `it has no signature. Release with RELEASE_SIGNING_KEY into an empty store${setting === 'FROM_PUBLIC_KEY' ? ' there' : `, or unset ${setting} where nothing is signed`}`
  throw new Error(`The registry is not signed by a key of ${setting}: ${suggestion}`)
}

const forOtherKey: Record<KeysSetting, string> = {
  RELEASE_PUBLIC_KEY: 'add the public key that belongs to its signing key, or check RELEASES',
  RELEASE_SIGNING_KEY:
    'set the signing key of this store, or add RELEASE_PUBLIC_KEY with the keys of all who sign in it',
  FROM_PUBLIC_KEY: 'set the public key of the store that --from names',
}

/** Returns the name of the key that has signed the registry; undefined when none of them has. */
export function signerOf({ signature, ...content }: Registry, keys: PublicKeys): string | undefined {
  if (!signature) return undefined
  const text = signedText(content)
  return Object.keys(keys).find((name) => verify(null, text, keys[name] as KeyObject, Buffer.from(signature, 'base64')))
}

function parsed(text: string): Registry {
  const value: unknown = JSON.parse(text)
  const isRegistry = typeof value === 'object' && value !== null && 'sequence' in value && 'names' in value
  if (!isRegistry) throw new Error('This is not a registry of releases')
  return value as Registry
}

function signedText(content: Omit<Registry, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify(content))
}

/** Reads PEM, or its base64 in one line for environment files. @throws Error whose message is what the text is instead */
export function privateKey(text: string): KeyObject {
  if (pem(text).includes('BEGIN PUBLIC KEY')) throw new Error('the public key; the private one is needed')
  return ed25519(text, createPrivateKey)
}

/**
 * Reads `2026:…,2025:…`, or one key without a name.
 * @throws Error whose message is what the text is instead
 */
export function publicKeys(text: string): PublicKeys {
  const keys: Record<string, KeyObject> = {}
  for (const entry of text.split(',')) {
    const [, name = 'release', key = ''] = /^\s*(?:([\w.-]+):)?(.*)$/s.exec(entry) ?? []
    if (Object.hasOwn(keys, name)) throw new Error(`two keys with the name ${name}`)
    keys[name] = publicKey(key)
  }
  return keys
}

/** Like `privateKey`. It rejects a private key, which would work too, because a portal server must not have one. */
function publicKey(text: string): KeyObject {
  if (pem(text).includes('BEGIN PRIVATE KEY')) throw new Error('the private key; the public one is needed')
  return ed25519(text, createPublicKey)
}

function ed25519(text: string, read: (pem: string) => KeyObject): KeyObject {
  try {
    const key = read(pem(text))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The message of Node does not help to correct the setting.
  }
  throw new Error('not an Ed25519 key in PEM')
}

function pem(text: string): string {
  return text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString()
}
