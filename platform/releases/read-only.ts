import { createPublicKey, type KeyObject } from 'node:crypto'
import { newestSigned } from './releases.ts'
import type { PublicKeys } from './signature.ts'
import type { ReleaseStore } from './stores/store.ts'

/** @throws Error when registries are signed and this process cannot sign as they are: portals would reject its registry */
export async function requireSigningKey(store: ReleaseStore): Promise<void> {
  const { publicKeys, signingKey } = store
  if (publicKeys && signingKey && !isOneOf(signingKey, publicKeys)) {
    throw new Error('RELEASE_SIGNING_KEY is that of no RELEASE_PUBLIC_KEY')
  }
  if (signingKey || (!publicKeys && (await newestSigned(store)) === undefined)) return
  throw new Error('RELEASE_SIGNING_KEY is missing: portals refuse what is not signed')
}

function isOneOf(signingKey: KeyObject, publicKeys: PublicKeys): boolean {
  return Object.values(publicKeys).some((key) => createPublicKey(signingKey).equals(key))
}

/** Returns why this process cannot change what is live; undefined when it can. */
export async function whyReadOnly(store: ReleaseStore): Promise<string | undefined> {
  try {
    await requireSigningKey(store)
    // With write access the response is that the number is taken; nothing changes.
    const [newest] = await store.listRegistries()
    if (newest !== undefined) await store.addRegistry(newest, await store.readRegistryText(newest))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
