import { createPublicKey } from 'node:crypto'
import type { Releases } from './releases.ts'

/** Why this process cannot change what is live; undefined: it can. */
export async function whyReadOnly({ store, publicKey, signingKey }: Releases): Promise<string | undefined> {
  if (publicKey && !signingKey) return 'RELEASE_SIGNING_KEY is missing'
  if (publicKey && signingKey && !createPublicKey(signingKey).equals(publicKey)) {
    return 'RELEASE_SIGNING_KEY is not that of RELEASE_PUBLIC_KEY'
  }
  try {
    // Only who may put is told that there is one already, so nothing changes.
    const [newest] = await store.listRegistries()
    if (newest !== undefined) await store.addRegistry(newest, await store.readRegistry(newest))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
