import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { putLive } from '@portal/platform/releases/put-live'
import { type Registry, released } from '@portal/platform/releases/registry'
import { distFolder, releaseStoreFrom } from '@portal/platform/releases/release-settings'
import { readRegistry } from '@portal/platform/releases/releases'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'

export type ReleaseKeys = { RELEASE_SIGNING_KEY: string; RELEASE_PUBLIC_KEY: string }

/** Creates the keys of releases, as environment files have them. */
export function newReleaseKeys(): ReleaseKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const inOneLine = (pem: string | Buffer) => Buffer.from(pem).toString('base64')
  return {
    RELEASE_SIGNING_KEY: inOneLine(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    RELEASE_PUBLIC_KEY: inOneLine(publicKey.export({ type: 'spki', format: 'pem' })),
  }
}

/** Releases what is built in this working copy into an empty store, signed. */
export async function putFirstReleases(settings: ReleaseKeys & Record<string, string>): Promise<Registry> {
  const { names } = await readRegistry(createFolderStore(distFolder))
  const builds = Object.entries(names).map(([name, { current }]) => join(distFolder, 'releases', name, current.version))
  const first = { reason: 'the first releases', change: released, report() {} }
  return await putLive(releaseStoreFrom(settings), builds, first)
}
