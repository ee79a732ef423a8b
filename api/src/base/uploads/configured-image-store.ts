import { type BucketAccess, openBucket } from '@portal/s3/bucket'
import type { Settings } from '../../settings/settings.ts'
import { createDiskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'

export function createImageStore({ uploads }: Pick<Settings, 'uploads'>): ImageStore {
  return 'folder' in uploads ? createDiskStore(uploads.folder) : createBucketStore(uploads)
}

/** The user waits meanwhile, and nginx waits 12 s at most, in which a busy machine also draws the image. */
const REQUEST_TIMEOUT_MS = 6_000

export function createBucketStore(access: BucketAccess): ImageStore {
  const bucket = openBucket(access, REQUEST_TIMEOUT_MS)
  return {
    put: (name, image) => bucket.put(name, image, { contentType: 'image/png' }),
    get: (name) => bucket.get(name),
    remove: (name) => bucket.remove(name),
    // A bucket has no unfinished objects.
    async removeUnfinished() {},
    async check() {},
  }
}
