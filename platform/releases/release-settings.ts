import { createPublicKey } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BucketAccess } from '@portal/s3/bucket'
import { repository } from '../bundler/paths.ts'
import { privateKey, publicKey } from './signature.ts'
import { bucketStore } from './stores/bucket-store.ts'
import { folderStore } from './stores/folder-store.ts'
import type { ReleaseStore } from './stores/store.ts'

/** Releases and the registry of a portal on this machine, where no other place is set. */
export const distFolder = join(repository, 'dist')

/**
 * Where releases are and who may write them, from the environment: RELEASES (a folder or `https://storage.example/bucket`;
 * without it the working copy's own `dist`), RELEASE_PUBLIC_KEY (the portal), RELEASE_SIGNING_KEY (who releases). Keys
 * are Ed25519 in PEM, or that in base64 as environment files take it.
 * @throws Error that names what is wrong with which of them
 */
export function releaseStoreFrom(env: Env): ReleaseStore {
  const signingKey = keyFrom(env, 'RELEASE_SIGNING_KEY', privateKey)
  return {
    ...storeFrom(env),
    signingKey,
    publicKey: keyFrom(env, 'RELEASE_PUBLIC_KEY', publicKey) ?? (signingKey ? createPublicKey(signingKey) : undefined),
  }
}

/** The settings of all commands that read or change releases, as their help describes them (docs/deploy.md). */
export const releaseSettings = {
  RELEASES: 'a folder, or a bucket as https://storage.example/releases; dist unless set',
  RELEASES_S3_KEY_ID: 'the keys of that bucket, with RELEASES_S3_SECRET and RELEASES_S3_REGION',
  RELEASE_SIGNING_KEY: 'signs what changes; needed where what is live is signed',
  RELEASE_PUBLIC_KEY: 'verifies what is live',
}

/** Settings that a portal in production may not lack: whose signature counts, unless it builds itself what it shows. */
export function neededForReleases({ RELEASES, RELEASE_SIGNING_KEY }: Env): string[] {
  const isOwn = !RELEASES || resolve(RELEASES) === distFolder
  return isOwn || RELEASE_SIGNING_KEY ? [] : ['RELEASE_PUBLIC_KEY']
}

type Env = Record<string, string | undefined>

function storeFrom(env: Env): ReleaseStore {
  const place = env.RELEASES || distFolder
  if (!/^https?:/.test(place)) return folderStore(place)
  const filesFolder = join(env.PORTAL_DATA || join(repository, '.data'), 'releases')
  return bucketStore({ ...bucketKeys(env), url: place.replace(/\/+$/, '') }, filesFolder)
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
