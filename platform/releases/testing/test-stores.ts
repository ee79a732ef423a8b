import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryBucket, startMemoryBucket } from '@portal/s3/testing/memory-bucket'
import { afterEach, beforeEach } from 'vitest'
import { createBucketStore } from '../stores/bucket-store.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import type { ReleaseStore } from '../stores/store.ts'

type TestStores = {
  folder: string
  bucket: MemoryBucket
  /** A store in the folder and one in the bucket, both empty. */
  stores: [name: string, open: () => ReleaseStore][]
}

/** Creates a folder and a bucket for each test. */
export function createTestStores(): TestStores {
  let folder: string
  let bucket: MemoryBucket
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'releases-'))
    bucket = await startMemoryBucket()
  })
  afterEach(() => {
    bucket.stop()
    rmSync(folder, { recursive: true })
  })

  return {
    get folder() {
      return folder
    },
    get bucket() {
      return bucket
    },
    stores: [
      ['a folder', () => createFolderStore(folder)],
      ['a bucket', () => createBucketStore(bucket, join(folder, 'files'))],
    ],
  }
}
