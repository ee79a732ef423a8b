import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { integrityOf } from '../bundler/release.ts'
import { storeRelease } from './releases.ts'
import { createStoredFiles } from './stored-files.ts'
import { createBuild } from './testing/create-build.ts'
import { testStores } from './testing/test-stores.ts'

const temporary = testStores()
/** The content of `entry.js` in a build of this version (createBuild). */
const contentOf = (version: string) => integrityOf(`/* ${version} */`)

test.each(['a folder', 'a bucket'])(
  'finds a file of any release in %s by its content, also of one stored later',
  async (kind) => {
    const store = temporary.stores.find(([name]) => name === kind)?.[1]()
    if (!store) throw new Error(`There is no ${kind}`)
    await storeRelease(store, createBuild(temporary.folder, '1'))
    const storedFiles = createStoredFiles(store)
    const find = (version: string, file = 'entry.js') =>
      storedFiles.find('mfe-tips', file, (integrity) => integrity === contentOf(version))
    expect(await find('1')).toBeUndefined()
    await storedFiles.list('mfe-tips')
    expect(await find('1')).toEqual({ path: 'mfe-tips/1/entry.js', integrity: contentOf('1') })
    expect(await find('1', 'other.js')).toBeUndefined()

    await storeRelease(store, createBuild(temporary.folder, '2'))
    expect(await find('2')).toBeUndefined()
    await storedFiles.list('mfe-tips')
    expect(await find('2')).toEqual({ path: 'mfe-tips/2/entry.js', integrity: contentOf('2') })
    rmSync(join(store.filesFolder, 'mfe-tips/2'), { recursive: true })
    expect((await find('1'))?.path).toBe('mfe-tips/1/entry.js')
  },
)

test('ignores what is no release', async () => {
  const [, open] = temporary.stores[0] ?? []
  const store = open?.()
  if (!store) throw new Error('There is no store')
  await storeRelease(store, createBuild(temporary.folder, '1'))
  const broken = { ...store, listReleases: async () => ['none', '1'] }
  const storedFiles = createStoredFiles(broken)
  await storedFiles.list('mfe-tips')
  expect((await storedFiles.find('mfe-tips', 'entry.js', () => true))?.path).toBe('mfe-tips/1/entry.js')
})

test('requests for files that do not exist list the store once a second at most', async () => {
  const [, open] = temporary.stores[0] ?? []
  const store = open?.()
  if (!store) throw new Error('There is no store')
  const listedAt: number[] = []
  const storedFiles = createStoredFiles({
    ...store,
    listReleases: async () => {
      listedAt.push(performance.now())
      return []
    },
  })
  await storedFiles.list('shell')
  await Promise.all(Array.from({ length: 20 }, () => storedFiles.list('shell')))
  expect(listedAt).toHaveLength(2)
  expect((listedAt[1] ?? 0) - (listedAt[0] ?? 0)).toBeGreaterThan(900)
})
