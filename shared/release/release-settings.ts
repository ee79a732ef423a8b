import { createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import { distFolder } from '../build/paths.ts'
import { folderStore } from './folder-store.ts'
import type { Releases } from './releases.ts'
import { privateKey, publicKey } from './signature.ts'

/**
 * Where releases are and who may write them, from the environment: RELEASES (a folder; without it the working copy's
 * own `dist`), RELEASE_PUBLIC_KEY (the portal), RELEASE_SIGNING_KEY (whoever releases). Keys are Ed25519 in PEM, or that
 * in base64 as environment files take it. @throws Error that names what is wrong with which of them
 */
export function releasesFrom(env: Record<string, string | undefined>): Releases & { filesFolder: string } {
  const signingKey = keyFrom(env, 'RELEASE_SIGNING_KEY', privateKey)
  const folder = env.RELEASES || distFolder
  return {
    store: folderStore(folder),
    filesFolder: join(folder, 'releases'),
    signingKey,
    publicKey: keyFrom(env, 'RELEASE_PUBLIC_KEY', publicKey) ?? (signingKey ? createPublicKey(signingKey) : undefined),
  }
}

function keyFrom<T>(env: Record<string, string | undefined>, name: string, read: (text: string) => T): T | undefined {
  const text = env[name]
  if (!text) return undefined
  try {
    return read(text)
  } catch {
    throw new Error(`${name} is not an Ed25519 key in PEM`)
  }
}
