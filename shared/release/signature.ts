import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { RegistryFile } from './registry-file.ts'

// Whoever may write into the folder or bucket of releases may not thereby put code into the portal: the registry is
// signed, names the hash of each release.json, and that the hash of each file.

/** Text of a registry as it is stored. Without a key it is not signed: a demo on one's own machine. */
export function writeRegistry(registry: RegistryFile, key: KeyObject | undefined): string {
  const { signature: _, ...content } = registry
  if (!key) return `${JSON.stringify(content, null, 2)}\n`
  const signature = sign(null, signedText(content), key).toString('base64')
  return `${JSON.stringify({ ...content, signature }, null, 2)}\n`
}

/** @throws Error when it is not a registry or, with a key, not signed by its owner */
export function readRegistryText(text: string, key: KeyObject | undefined): RegistryFile {
  const registry = parsed(text)
  if (!key) return registry
  const { signature, ...content } = registry
  if (!signature || !verify(null, signedText(content), key, Buffer.from(signature, 'base64'))) {
    throw new Error('The registry is not signed by the key of this portal')
  }
  return registry
}

function parsed(text: string): RegistryFile {
  const value: unknown = JSON.parse(text)
  const isRegistry = typeof value === 'object' && value !== null && 'sequence' in value && 'names' in value
  if (!isRegistry) throw new Error('This is not a registry of releases')
  return value as RegistryFile
}

function signedText(content: Omit<RegistryFile, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify(content))
}

/** PEM, or its base64 in one line as environment files take it. */
export function privateKey(text: string): KeyObject {
  return createPrivateKey(pem(text))
}

export function publicKey(text: string): KeyObject {
  return createPublicKey(pem(text))
}

function pem(text: string): string {
  return text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString()
}
