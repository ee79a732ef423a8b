import { createHash, createPublicKey } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BucketAccess } from '@portal/s3/bucket'
import { repository, sdkModules } from '../bundler/paths.ts'
import { newestSigned } from './releases.ts'
import { privateKey, publicKeys } from './signature.ts'
import { createBucketStore } from './stores/bucket-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import type { ReleaseStore } from './stores/store.ts'

/** This folder has the releases and the registry unless RELEASES names another location. */
export const distFolder = join(repository, 'dist')

/**
 * Opens the release store that the environment describes: RELEASES (a folder or `https://storage.example/bucket`;
 * without it `dist` of the working copy), RELEASE_PUBLIC_KEY (of a portal; several as `name:key` by comma, and
 * `name=mfe-tips+mfe-team:key` for those of some names), RELEASE_SIGNING_KEY (for releasing). Keys are Ed25519 in PEM,
 * or that in base64 as environment files require.
 * @throws Error that names the invalid setting and the reason
 */
export function releaseStoreFrom(env: Env): ReleaseStore {
  const signingKey = keyFrom(env, 'RELEASE_SIGNING_KEY', privateKey)
  return {
    ...storeFrom(env),
    signingKey,
    publicKeys:
      keyFrom(env, 'RELEASE_PUBLIC_KEY', publicKeys) ??
      (signingKey && { release: { key: createPublicKey(signingKey) } }),
    keysSetting: env.RELEASE_PUBLIC_KEY ? 'RELEASE_PUBLIC_KEY' : 'RELEASE_SIGNING_KEY',
    servedFile: servedFilePath(env),
  }
}

/** Returns a file for each store, since another store has other numbers. */
function servedFilePath(env: Env): string {
  const store = createHash('sha256').update(locationIn(env)).digest('hex').slice(0, 12)
  return join(dataFolderIn(env), `served-registry-${store}`)
}

/** The settings of the commands that read or change releases, as their help describes them. */
export const releaseSettings = {
  RELEASES: `a folder, or a bucket as https://storage.example/releases; ${sdkModules ? 'needed' : 'dist unless set'}`,
  RELEASES_S3_KEY_ID: 'the keys of that bucket, with RELEASES_S3_SECRET and RELEASES_S3_REGION',
  RELEASE_SIGNING_KEY: 'signs what changes; needed where what is live is signed',
  RELEASE_PUBLIC_KEY: 'verifies what is live; several keys as name:key by comma, name=mfe-tips:key for one remote',
}

/** The settings of a store that releases are promoted from, in addition to its location. */
export const sourceSettings = {
  FROM_S3_KEY_ID:
    'the keys of the bucket that is promoted from, with FROM_S3_SECRET and FROM_S3_REGION; those of RELEASES unless set',
  FROM_PUBLIC_KEY: 'verifies the registry that is promoted from; needed where one of the two is signed',
}

/**
 * Opens a store that releases are promoted from. It is only read.
 * @throws Error when one of the two stores is signed and there is no key, or the settings are invalid
 */
export async function sourceStoreFrom(location: string, env: Env): Promise<ReleaseStore> {
  const store = storeFrom({
    ...env,
    RELEASES: location,
    RELEASES_S3_KEY_ID: env.FROM_S3_KEY_ID ?? env.RELEASES_S3_KEY_ID,
    RELEASES_S3_SECRET: env.FROM_S3_SECRET ?? env.RELEASES_S3_SECRET,
    RELEASES_S3_REGION: env.FROM_S3_REGION ?? env.RELEASES_S3_REGION,
  })
  const keys = keyFrom(env, 'FROM_PUBLIC_KEY', publicKeys)
  const isSigned = env.RELEASE_SIGNING_KEY || env.RELEASE_PUBLIC_KEY || (await newestSigned(store)) !== undefined
  if (!keys && isSigned) throw new Error(`FROM_PUBLIC_KEY is missing: it verifies what is live in ${location}`)
  return { ...store, publicKeys: keys, keysSetting: 'FROM_PUBLIC_KEY' }
}

/** Returns the settings that a portal in production requires: the public key, unless it builds what it serves. */
export function requiredForReleases({ RELEASES, RELEASE_SIGNING_KEY }: Env): string[] {
  const isBuiltHere = !RELEASES || resolve(RELEASES) === distFolder
  return isBuiltHere || RELEASE_SIGNING_KEY ? [] : ['RELEASE_PUBLIC_KEY']
}

type Env = Record<string, string | undefined>

function storeFrom(env: Env): ReleaseStore {
  const location = locationIn(env)
  if (!/^https?:/.test(location)) return createFolderStore(location)
  const filesFolder = join(dataFolderIn(env), 'releases')
  return createBucketStore({ ...bucketKeys(env), url: location.replace(/\/+$/, '') }, filesFolder)
}

function locationIn({ RELEASES }: Env): string {
  // A folder of a team's repository is the store of no portal.
  if (!RELEASES && sdkModules) throw new Error('RELEASES is missing: the store of the portal, a folder or a bucket')
  return RELEASES || distFolder
}

function dataFolderIn({ PORTAL_DATA }: Env): string {
  return PORTAL_DATA || join(repository, '.data')
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
