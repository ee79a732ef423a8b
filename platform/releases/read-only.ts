import { createPublicKey } from 'node:crypto'
import { newestSigned } from './releases.ts'
import type { ReleaseStore } from './stores/store.ts'

/** @throws Error when registries are signed and this process has no signing key: portals would reject its registry */
export async function requireSigningKey(store: ReleaseStore): Promise<void> {
  if (store.signingKey || (!store.publicKey && (await newestSigned(store)) === undefined)) return
  throw new Error('RELEASE_SIGNING_KEY is missing: portals refuse what is not signed')
}

/** Returns why this process cannot change what is live; undefined when it can. */
export async function whyReadOnly(store: ReleaseStore): Promise<string | undefined> {
  const { publicKey, signingKey } = store
  if (publicKey && signingKey && !createPublicKey(signingKey).equals(publicKey)) {
    return 'RELEASE_SIGNING_KEY is not that of RELEASE_PUBLIC_KEY'
  }
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
