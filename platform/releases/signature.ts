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

/** @throws Error when it is not a registry or, with a key, not signed by its owner */
export function verifyRegistry(text: string, key: KeyObject | undefined): Registry {
  const registry = parsed(text)
  if (!key) return registry
  const { signature, ...content } = registry
  if (!signature || !verify(null, signedText(content), key, Buffer.from(signature, 'base64'))) {
    throw new Error('The registry is not signed by the key of this portal')
  }
  return registry
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

/** Like `privateKey`. It rejects a private key, which would work too, because a portal server must not have one. */
export function publicKey(text: string): KeyObject {
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
