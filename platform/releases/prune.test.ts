import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prune } from './prune.ts'
import { createBucketStore } from './stores/bucket-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import type { ReleaseStore } from './stores/store.ts'
import { createBuild } from './testing/sample-releases.ts'
import { createTestStores } from './testing/test-stores.ts'

const temporary = createTestStores()

const pointer = (version: string) => ({ version, integrity: `sha256-${version}`, at: '2026-11-21T12:00:00.000Z' })

/** Stores v10 to v39. The newest is live, and the oldest is the previous release. */
async function thirtyReleases(store: ReleaseStore) {
  for (let day = 10; day < 40; day += 1) {
    await store.putRelease('mfe-tips', `v${day}`, createBuild(temporary.folder, `v${day}`, `2026-11-21T${day}`))
  }
  return { 'mfe-tips': { current: pointer('v39'), history: [pointer('v10')] } }
}

async function registries(store: ReleaseStore, count: number): Promise<void> {
  for (let sequence = 1; sequence <= count; sequence += 1) await store.addRegistry(sequence, '{}')
}

describe.each(temporary.stores)('%s', (_, open) => {
  test('deletes the oldest releases, never one that a page may get', async () => {
    const store = open()
    const lines: string[] = []
    await prune(store, 'mfe-tips', { sequence: 0, names: await thirtyReleases(store) }, (line) => lines.push(line))
    const retained = (await store.listReleases('mfe-tips')).sort()
    expect(retained).toEqual(['v10', ...Array.from({ length: 21 }, (_, index) => `v${19 + index}`)])
    expect(await store.listFiles('mfe-tips', 'v11')).toEqual([])
    expect(lines).toEqual([])
  })

  test('retains a hundred registries', async () => {
    const store = open()
    await registries(store, 103)
    await prune(store, 'mfe-tips', { sequence: 103, names: {} }, () => {})
    expect(await store.listRegistries()).toEqual(Array.from({ length: 100 }, (_, index) => 103 - index))
  })

  test('retains the live registry and earlier ones, whatever was put above it', async () => {
    const store = open()
    await registries(store, 103)
    await prune(store, 'mfe-tips', { sequence: 2, names: {} }, () => {})
    expect(await store.listRegistries()).toHaveLength(103)
  })
})

test('logs a line and leaves old releases when the key may not delete', async () => {
  const store = createBucketStore(temporary.bucket, join(temporary.folder, 'files'))
  const names = await thirtyReleases(store)
  await registries(store, 102)
  temporary.bucket.forbidden = /^DELETE/
  const lines: string[] = []
  await prune(store, 'mfe-tips', { sequence: 102, names }, (line) => lines.push(line))
  expect(lines).toEqual([
    'Not pruned, for now: 8 old releases of mfe-tips, 2 old registries. ' +
      'The bucket responded with 403 to a DELETE of releases/mfe-tips/v18/release.json',
  ])
  expect(await store.listReleases('mfe-tips')).toHaveLength(30)
  expect(await store.listRegistries()).toHaveLength(102)
})

describe('files of a process that was killed while it stored a release', () => {
  const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)

  /** Stores all files but the last one, which makes it a release. */
  async function interrupted(store: ReleaseStore, version: string): Promise<void> {
    temporary.bucket.forbidden = /^PUT .*release.json/
    await expect(store.putRelease('mfe-tips', version, createBuild(temporary.folder, version))).rejects.toThrow('403')
    delete temporary.bucket.forbidden
  }

  test('deletes the files in a bucket after a day, and none of a process that may be storing them', async () => {
    const store = createBucketStore(temporary.bucket, join(temporary.folder, 'files'))
    const names = await thirtyReleases(store)
    await interrupted(store, 'v40')
    for (const object of temporary.bucket.objects.values()) object.storedAt = aDayAgo
    await interrupted(store, 'v41')
    await prune(store, 'mfe-tips', { sequence: 0, names }, () => {})
    expect(await store.listFiles('mfe-tips', 'v40')).toEqual([])
    expect(await store.listFiles('mfe-tips', 'v41')).toEqual(['entry.js', 'server.cjs'])
    expect(await store.listReleases('mfe-tips')).toHaveLength(23)
  })

  test('deletes the files in a folder after a day', async () => {
    const releases = join(temporary.folder, 'releases/mfe-tips')
    const [old, fresh] = [`.${crypto.randomUUID()}`, `.${crypto.randomUUID()}`]
    for (const name of [old, fresh]) mkdirSync(join(releases, name, 'files'), { recursive: true })
    utimesSync(join(releases, old), aDayAgo, aDayAgo)
    await prune(createFolderStore(temporary.folder), 'mfe-tips', { sequence: 0, names: {} }, () => {})
    expect(readdirSync(releases)).toEqual([fresh])
  })

  test('deletes unfinished rejections and previews in a folder after a day', async () => {
    for (const folder of ['rejected', 'previews'].map((name) => join(temporary.folder, name))) {
      const [old, fresh] = [`.${crypto.randomUUID()}`, `.${crypto.randomUUID()}`]
      for (const name of [old, fresh]) mkdirSync(join(folder, name), { recursive: true })
      utimesSync(join(folder, old), aDayAgo, aDayAgo)
      await prune(createFolderStore(temporary.folder), 'mfe-tips', { sequence: 0, names: {} }, () => {})
      expect(readdirSync(folder)).toEqual([fresh])
    }
  })

  test('the next download of a release deletes the files of an interrupted one', async () => {
    const store = createBucketStore(temporary.bucket, join(temporary.folder, 'files'))
    const left = join(store.filesFolder, 'mfe-tips', `.${crypto.randomUUID()}`)
    mkdirSync(left, { recursive: true })
    utimesSync(left, aDayAgo, aDayAgo)
    await store.putRelease('mfe-tips', '1', createBuild(temporary.folder, '1'))
    await store.download('mfe-tips', '1')
    expect(readdirSync(join(store.filesFolder, 'mfe-tips'))).toEqual(['1'])
  })
})

test('accepts a release again after it was partly deleted', async () => {
  const store = createBucketStore(temporary.bucket, join(temporary.folder, 'files'))
  await store.putRelease('mfe-tips', '1', createBuild(temporary.folder, '1'))
  temporary.bucket.forbidden = /^DELETE .*entry/
  await expect(store.removeRelease('mfe-tips', '1')).rejects.toThrow('403')
  expect(await store.listFiles('mfe-tips', '1')).toEqual(['entry.js', 'server.cjs'])
  await store.putRelease('mfe-tips', '1', createBuild(temporary.folder, '1'))
  expect(await store.listFiles('mfe-tips', '1')).toEqual(['entry.js', 'release.json', 'server.cjs'])
})
