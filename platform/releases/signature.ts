import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Entry, Names, Preview, Registry } from './registry.ts'
import { isReleaseName, requirePreview, requireRegistry } from './registry-rules.ts'

// Write access to the folder or bucket of releases is not enough to put code into the portal: the registry is signed
// and names the hash of each release.json, which names the hash of each file. Each entry of it has a signature of its
// own, so that a key for some names can sign a registry, in which the others stay as their own keys have signed them.

/** Returns the text of a registry as it is stored. Without a key it is not signed, as on a developer's machine. */
export function signRegistry(registry: Registry, key: KeyObject | undefined): string {
  const { signature: _, ...content } = registry
  if (!key) return `${JSON.stringify(content, null, 2)}\n`
  return `${JSON.stringify({ ...content, signature: signContent(content, key) }, null, 2)}\n`
}

/** The keys of a store (stores/store.ts). */
type Keys = { publicKeys?: PublicKeys | undefined; signingKey?: KeyObject | undefined }

/**
 * Signs the entries of a registry that the key of the store may sign: those that the change has made, and the others
 * again, so that a former key can be removed.
 * @throws Error when an entry needs a signature that this key may not give
 */
export function signEntries(
  names: Names,
  before: Registry,
  { sequence, at }: Pick<Registry, 'sequence' | 'at'>,
  keys: Keys,
): Names {
  const { signingKey } = keys
  if (!signingKey) return names
  const signEntry = ([name, { signed: _, ...content }]: [string, Entry]): [string, Entry] => {
    const last = before.names[name]
    const isSame = last !== undefined && JSON.stringify(entryContent(last)) === JSON.stringify(content)
    if (canSign(keys, name)) {
      const described = { sequence: isSame ? changedBy(before, name).sequence : sequence, at }
      const signature = signContent({ name, ...described, ...content }, signingKey)
      return [name, { ...content, signed: { ...described, signature } }]
    }
    if (!isSame) throw new Error(`RELEASE_SIGNING_KEY may not sign ${name}`)
    if (last.signed) return [name, last]
    throw new Error(
      `${name} has no signature of its own, and RELEASE_SIGNING_KEY may not sign it: npm run release:sign in the repository of the portal, with a key of all names`,
    )
  }
  return Object.fromEntries(Object.entries(names).map(signEntry))
}

function entryContent({ signed: _, ...content }: Entry): Omit<Entry, 'signed'> {
  return content
}

/** Returns the number of the registry that has changed an entry, and when that was signed. */
export function changedBy(
  registry: Pick<Registry, 'sequence' | 'at' | 'names'>,
  name: string,
): Pick<Registry, 'sequence' | 'at'> {
  return registry.names[name]?.signed ?? registry
}

/** Returns whether the signing key of the store may change what is live of a name, or only add previews. */
export function canSign(keys: Keys, name: string, kind: 'release' | 'preview' = 'release'): boolean {
  const isRight = kind === 'release' ? isFor : isForPreviews
  return !keys.publicKeys || !keys.signingKey || signingKeys(keys).some((key) => isRight(key, name))
}

/** Returns the public keys that belong to the signing key of the store. */
export function signingKeys({ publicKeys = {}, signingKey }: Keys): PublicKey[] {
  const own = signingKey && createPublicKey(signingKey)
  return own ? Object.values(publicKeys).filter(({ key }) => key.equals(own)) : []
}

/** `names` are the names that the key may sign. When undefined, it may sign all. */
export type PublicKey = { key: KeyObject; names?: readonly string[] | undefined; isOnlyForPreviews?: boolean }

/** Public keys by name. A rotation has no gap, because next year's keys are added before this year's are removed. */
export type PublicKeys = Readonly<Record<string, PublicKey>>

function isFor(key: PublicKey, name: string): boolean {
  return !key.isOnlyForPreviews && isForPreviews(key, name)
}

function isForPreviews({ names }: PublicKey, name: string): boolean {
  return !names || names.includes(name)
}

/** The settings that public keys come from. Without RELEASE_PUBLIC_KEY the signing key has its own. */
export type KeysSetting = 'RELEASE_PUBLIC_KEY' | 'RELEASE_SIGNING_KEY' | 'FROM_PUBLIC_KEY'

/**
 * Returns the registry without signatures of entries that are not valid, if the signature of the whole registry
 * suffices: earlier commands leave entries as they were. The message of an error names the `setting` that the keys come
 * from.
 * @throws Error when it is not a registry or, with keys, when it or one of its entries is not signed by the owner of a
 * key for that
 */
export function verifyRegistry(
  text: string,
  keys: PublicKeys | undefined,
  setting: KeysSetting = 'RELEASE_PUBLIC_KEY',
): Registry {
  const registry = requireRegistry(JSON.parse(text))
  if (!keys) return registry
  const signer = registrySigner(text, keys)
  if (signer === undefined) throw new Error(whyUnsigned(registry, setting))
  const verified = Object.entries(registry.names).map(([name, entry]): [string, Entry] => {
    if (entrySigner(name, entry, keys) !== undefined) return [name, entry]
    if (isFor(keys[signer] as PublicKey, name)) return [name, entryContent(entry)]
    throw new Error(`Registry ${registry.sequence} is signed by ${signer}, which may not sign its entry ${name}`)
  })
  return { ...registry, names: Object.fromEntries(verified) }
}

function whyUnsigned({ signature }: Registry, setting: KeysSetting): string {
  const suggestion = signature
    ? forOtherKey[setting]
    : `it has no signature. Release with RELEASE_SIGNING_KEY into an empty store${setting === 'FROM_PUBLIC_KEY' ? ' there' : `, or unset ${setting} where nothing is signed`}`
  return `The registry is not signed by a key of ${setting}: ${suggestion}`
}

const forOtherKey: Record<KeysSetting, string> = {
  RELEASE_PUBLIC_KEY: 'add the public key that belongs to its signing key, or check RELEASES',
  RELEASE_SIGNING_KEY:
    'set the signing key of this store, or add RELEASE_PUBLIC_KEY with the keys of all who sign in it',
  FROM_PUBLIC_KEY: 'set the public key of the store that --from names',
}

/** Returns the name of the key that has signed the text of a registry, or undefined when none of the keys has. */
export function registrySigner(text: string, keys: PublicKeys): string | undefined {
  const { signature, ...content } = requireRegistry(JSON.parse(text))
  return signature === undefined
    ? undefined
    : findSigner(
        signature,
        content,
        keysWhere(keys, (key) => !key.isOnlyForPreviews),
      )
}

/** Returns the name of the key that has signed the entry of a name, or undefined when none of its keys has. */
export function entrySigner(name: string, { signed, ...content }: Entry, keys: PublicKeys): string | undefined {
  if (!signed) return undefined
  const { signature, ...described } = signed
  const ofName = keysWhere(keys, (key) => isFor(key, name))
  return findSigner(signature, { name, ...described, ...content }, ofName)
}

function keysWhere(keys: PublicKeys, isWanted: (key: PublicKey) => boolean): PublicKeys {
  return Object.fromEntries(Object.entries(keys).filter(([, key]) => isWanted(key)))
}

/** Returns the text of the record of a preview, signed unless there is no key. */
export function signPreview(preview: Preview, key: KeyObject | undefined): string {
  return `${JSON.stringify({ preview, ...(key && { signature: signContent({ preview }, key) }) }, null, 2)}\n`
}

/** @throws Error when the text is no record of a preview or, with keys, not signed by one that may sign its previews */
export function verifyPreview(text: string, keys: PublicKeys | undefined): Preview {
  const { preview, signature = '' } = requirePreview(JSON.parse(text))
  const ofName = keys && keysWhere(keys, (key) => isForPreviews(key, preview.name))
  if (!ofName || findSigner(signature, { preview }, ofName)) return preview
  throw new Error(`Preview ${preview.version} of ${preview.name} is not signed by a key for it`)
}

/** Returns whether a key of all names has signed the text of a registry. */
export function isSignedForAll(text: string, keys: PublicKeys): boolean {
  const signer = registrySigner(text, keys)
  return signer !== undefined && !keys[signer]?.names
}

function signContent(content: object, key: KeyObject): string {
  return sign(null, Buffer.from(JSON.stringify(content)), key).toString('base64')
}

function findSigner(signature: string, content: object, keys: PublicKeys): string | undefined {
  const [text, bytes] = [Buffer.from(JSON.stringify(content)), Buffer.from(signature, 'base64')]
  return Object.keys(keys).find((name) => verify(null, text, (keys[name] as PublicKey).key, bytes))
}

/**
 * Reads PEM, or its base64 in one line for environment files. @throws Error whose message is what the text is instead
 */
export function privateKey(text: string): KeyObject {
  if (pem(text).includes('BEGIN PUBLIC KEY')) throw new Error('the public key; the private one is needed')
  return ed25519(text, createPrivateKey)
}

/**
 * Reads `2026:…,2025:…`, or one key without a name. The key `tips=mfe-tips+mfe-payouts:…` may sign only these names,
 * and `ci=previews+mfe-tips:…` only previews of them.
 * @throws Error whose message is what the text is instead
 */
export function publicKeys(text: string): PublicKeys {
  const keys: Record<string, PublicKey> = {}
  for (const entry of text.split(',')) {
    const [, name = 'release', names, key = ''] = /^\s*(?:([\w.-]+)(?:=([\w+-]+))?:)?(.*)$/s.exec(entry) ?? []
    if (Object.hasOwn(keys, name)) throw new Error(`two keys with the name ${name}`)
    const [first, ...others] = names?.split('+') ?? []
    const isOnlyForPreviews = first === 'previews'
    const signed = isOnlyForPreviews ? others : names?.split('+')
    keys[name] = {
      key: publicKey(key),
      names: signed?.map(requireName),
      ...(isOnlyForPreviews && { isOnlyForPreviews }),
    }
  }
  return keys
}

function requireName(name: string): string {
  if (!isReleaseName(name)) throw new Error(`a key for ${name}, which is neither shell nor a remote`)
  return name
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
