import { createPublicKey } from 'node:crypto'
import { newestSigned, type Releases } from './releases.ts'

/** @throws Error where registries are signed and this process has nothing to sign with: nobody would believe it */
export async function requireSigningKey({ store, publicKey, signingKey }: Releases): Promise<void> {
  if (signingKey || (!publicKey && (await newestSigned(store)) === undefined)) return
  throw new Error('RELEASE_SIGNING_KEY is missing: portals refuse what is not signed')
}

/** Why this process cannot change what is live; undefined: it can. */
export async function whyReadOnly(releases: Releases): Promise<string | undefined> {
  const { store, publicKey, signingKey } = releases
  if (publicKey && signingKey && !createPublicKey(signingKey).equals(publicKey)) {
    return 'RELEASE_SIGNING_KEY is not that of RELEASE_PUBLIC_KEY'
  }
  try {
    await requireSigningKey(releases)
    // Only who may put is told that there is one already, so nothing changes.
    const [newest] = await store.listRegistries()
    if (newest !== undefined) await store.addRegistry(newest, await store.readRegistry(newest))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
