import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { toIntegrity } from '../bundler/release.ts'
import { storeRelease } from './releases.ts'
import { StoredFiles } from './stored-files.ts'
import type { ReleaseStore } from './stores/store.ts'
import { createBuild } from './testing/sample-releases.ts'
import { createTestStores } from './testing/test-stores.ts'

const temporary = createTestStores()
afterEach(() => {
  vi.useRealTimers()
})

/** The content of `entry.js` in a build of this version (createBuild). */
const sampleIntegrity = (version: string) => toIntegrity(`/* ${version} */`)

test.each(['a folder', 'a bucket'])(
  'finds a file of any release in %s by its content, also of one stored later',
  async (kind) => {
    const store = openStore(kind)
    await storeRelease(store, createBuild(temporary.folder, '1'))
    const storedFiles = new StoredFiles(store)
    const find = (version: string, file = 'entry.js') =>
      storedFiles.find('mfe-tips', file, (integrity) => integrity === sampleIntegrity(version))
    expect(await find('1')).toBeUndefined()
    await storedFiles.list('mfe-tips')
    expect(await find('1')).toEqual({ path: 'mfe-tips/1/entry.js', integrity: sampleIntegrity('1') })
    expect(await find('1', 'other.js')).toBeUndefined()

    await storeRelease(store, createBuild(temporary.folder, '2'))
    expect(await find('2')).toBeUndefined()
    await storedFiles.list('mfe-tips')
    expect(await find('2')).toEqual({ path: 'mfe-tips/2/entry.js', integrity: sampleIntegrity('2') })
    rmSync(join(store.filesFolder, 'mfe-tips/2'), { recursive: true })
    expect((await find('1'))?.path).toBe('mfe-tips/1/entry.js')
  },
)

test('ignores folders that are no releases', async () => {
  const store = openStore('a folder')
  await storeRelease(store, createBuild(temporary.folder, '1'))
  const broken = { ...store, listReleases: async () => ['none', '1'] }
  const storedFiles = new StoredFiles(broken)
  await storedFiles.list('mfe-tips')
  expect((await storedFiles.find('mfe-tips', 'entry.js', () => true))?.path).toBe('mfe-tips/1/entry.js')
})

test('finds the files of a release whose storing was interrupted, and was completed since', async () => {
  const store = openStore('a bucket')
  temporary.bucket.forbidden = /^PUT .*release.json/
  await expect(storeRelease(store, createBuild(temporary.folder, '1'))).rejects.toThrow('403')
  const storedFiles = new StoredFiles(store)
  await storedFiles.list('mfe-tips')
  delete temporary.bucket.forbidden
  await storeRelease(store, createBuild(temporary.folder, '1'))
  await storedFiles.list('mfe-tips')
  expect((await storedFiles.find('mfe-tips', 'entry.js', () => true))?.path).toBe('mfe-tips/1/entry.js')
})

test('downloads a release for a file that no release on this machine has', async () => {
  const store = openStore('a bucket')
  await storeRelease(store, createBuild(temporary.folder, '1'))
  const storedFiles = new StoredFiles(store)
  await storedFiles.list('mfe-tips')
  expect((await storedFiles.find('mfe-tips', 'entry.js', () => true))?.path).toBe('mfe-tips/1/entry.js')
  expect(existsSync(join(store.filesFolder, 'mfe-tips/1/entry.js'))).toBe(true)
})

test('downloads a release that was stored after the last listing', async () => {
  const store = openStore('a bucket')
  const storedFiles = new StoredFiles(store)
  await storedFiles.list('mfe-tips')
  await storeRelease(store, createBuild(temporary.folder, '1'))
  await storedFiles.download('mfe-tips', '1')
  expect(existsSync(join(store.filesFolder, 'mfe-tips/1/entry.js'))).toBe(true)
})

test('searches the store for a release once after it was removed there', async () => {
  const { download = expect.fail(), ...store } = openStore('a bucket')
  await storeRelease(store, createBuild(temporary.folder, '1'))
  const searched: string[] = []
  const storedFiles = new StoredFiles({
    ...store,
    download: (name, version) => {
      searched.push(version)
      return download(name, version)
    },
  })
  await storedFiles.list('mfe-tips')
  await store.removeRelease('mfe-tips', '1')
  for (let request = 1; request <= 2; request += 1) {
    await storedFiles.download('mfe-tips', '1')
    expect(await storedFiles.find('mfe-tips', 'entry.js', () => true)).toBeUndefined()
  }
  expect(searched).toEqual(['1'])
})

test('reads a release again that could not be read', async () => {
  const store = openStore('a folder')
  await storeRelease(store, createBuild(temporary.folder, '1'))
  let isDown = true
  const storedFiles = new StoredFiles({
    ...store,
    readFile: (...file) => (isDown ? Promise.reject(new Error('The store is down')) : store.readFile(...file)),
  })
  await expect(storedFiles.list('mfe-tips')).rejects.toThrow('down')
  isDown = false
  await storedFiles.list('mfe-tips')
  expect((await storedFiles.find('mfe-tips', 'entry.js', () => true))?.path).toBe('mfe-tips/1/entry.js')
})

test('requests for files that do not exist list the store once a second at most', async () => {
  vi.useFakeTimers()
  let listings = 0
  const storedFiles = new StoredFiles({
    ...openStore('a folder'),
    listReleases: async () => {
      listings += 1
      return []
    },
  })
  await storedFiles.list('shell')
  const later = Promise.all(Array.from({ length: 20 }, () => storedFiles.list('shell')))
  await vi.advanceTimersByTimeAsync(999)
  expect(listings).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await later
  expect(listings).toBe(2)
})

function openStore(kind: string): ReleaseStore {
  const store = temporary.stores.find(([name]) => name === kind)?.[1]()
  if (!store) throw new Error(`There is no ${kind}`)
  return store
}
