import { newestSigned } from './releases.ts'
import { canSign, signingKeys } from './signature.ts'
import type { ReleaseStore } from './stores/store.ts'

/**
 * `kind` is what is to be signed.
 * @throws Error when registries are signed and this process may not sign a change of these names:
 * portals would reject its registry
 */
export async function requireSigningKey(
  store: ReleaseStore,
  names: readonly string[],
  kind: 'release' | 'preview' = 'release',
): Promise<void> {
  const { publicKeys, signingKey } = store
  if (publicKeys && signingKey && signingKeys(store).length === 0) {
    throw new Error('RELEASE_SIGNING_KEY matches no key of RELEASE_PUBLIC_KEY')
  }
  const foreign = names.find((name) => !canSign(store, name, kind))
  if (foreign) throw new Error(`RELEASE_SIGNING_KEY may not sign ${foreign}: it is the key of ${namesOfKey(store)}`)
  if (signingKey || (!publicKeys && (await newestSigned(store)) === undefined)) return
  throw new Error('RELEASE_SIGNING_KEY is missing: portals refuse what is not signed')
}

function namesOfKey(store: ReleaseStore): string {
  return signingKeys(store)
    .flatMap(({ names = [], isOnlyForPreviews }) => (isOnlyForPreviews ? `previews of ${names.join(', ')}` : names))
    .join(', ')
}

/** Returns why this process cannot change the live release of every name, or undefined when it can. */
export async function whyReadOnly(store: ReleaseStore): Promise<string | undefined> {
  try {
    await requireSigningKey(store, [])
    if (store.publicKeys && signingKeys(store).every(({ names }) => names)) {
      return `RELEASE_SIGNING_KEY is the key of ${namesOfKey(store)}, and this server needs one of all names`
    }
    // With write access the response is that the number is taken; nothing changes.
    const [newest] = await store.listRegistries()
    if (newest !== undefined) await store.addRegistry(newest, await store.readRegistryText(newest))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
