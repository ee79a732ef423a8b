import { createPublicKey } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BucketAccess } from '@portal/s3/bucket'
import { repository } from '../bundler/paths.ts'
import type { Releases } from './releases.ts'
import { privateKey, publicKey } from './signature.ts'
import { bucketStore } from './stores/bucket-store.ts'
import { folderStore } from './stores/folder-store.ts'
import { type BringRelease, mirror } from './stores/mirror.ts'

/** Releases and the registry of a portal on this machine, where no other place is set. */
export const distFolder = join(repository, 'dist')

/**
 * Where releases are and who may write them, from the environment: RELEASES (a folder or `https://storage.example/bucket`;
 * without it the working copy's own `dist`), RELEASE_PUBLIC_KEY (the portal), RELEASE_SIGNING_KEY (whoever releases). Keys
 * are Ed25519 in PEM, or that in base64 as environment files take it.
 * @throws Error that names what is wrong with which of them
 */
export function releasesFrom(env: Env): ServedReleases {
  const signingKey = keyFrom(env, 'RELEASE_SIGNING_KEY', privateKey)
  return {
    ...placeFrom(env),
    signingKey,
    publicKey: keyFrom(env, 'RELEASE_PUBLIC_KEY', publicKey) ?? (signingKey ? createPublicKey(signingKey) : undefined),
  }
}

/** Settings that a portal in production may not lack: whose signature counts, unless it builds itself what it shows. */
export function neededForReleases({ RELEASES, RELEASE_SIGNING_KEY }: Env): string[] {
  const isOwn = !RELEASES || resolve(RELEASES) === distFolder
  return isOwn || RELEASE_SIGNING_KEY ? [] : ['RELEASE_PUBLIC_KEY']
}

type Env = Record<string, string | undefined>

/** Releases, and where a web server reads their files. */
export type ServedReleases = Releases & {
  filesFolder: string
  /** Downloads from a bucket what is not in the folder yet. */
  bring?: BringRelease
}

function placeFrom(env: Env): Pick<ServedReleases, 'store' | 'filesFolder' | 'bring'> {
  const place = env.RELEASES || distFolder
  if (!/^https?:/.test(place)) return { store: folderStore(place), filesFolder: join(place, 'releases') }
  const store = bucketStore({ ...bucketKeys(env), url: place.replace(/\/+$/, '') })
  const filesFolder = join(env.PORTAL_DATA || join(repository, '.data'), 'releases')
  return { store, filesFolder, bring: mirror(store, filesFolder) }
}

function bucketKeys(env: Env): Omit<BucketAccess, 'url'> {
  const { RELEASES_S3_REGION: region = 'us-east-1', RELEASES_S3_KEY_ID: keyId, RELEASES_S3_SECRET: secret } = env
  if (!keyId || !secret) throw new Error('RELEASES is a bucket: RELEASES_S3_KEY_ID and RELEASES_S3_SECRET are missing')
  return { region, keyId, secret }
}

function keyFrom<T>(env: Env, name: string, read: (text: string) => T): T | undefined {
  const text = env[name]
  if (!text) return undefined
  try {
    return read(text)
  } catch (error) {
    throw new Error(`${name} is ${(error as Error).message}`)
  }
}
