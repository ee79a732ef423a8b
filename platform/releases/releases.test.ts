import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toIntegrity } from '../bundler/release.ts'
import { emptyRegistry, released, rolledBack } from './registry.ts'
import { changeRegistry, readRegistry, readRelease, storeRelease } from './releases.ts'
import { signRegistry } from './signature.ts'
import { createBucketStore } from './stores/bucket-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createBuild } from './testing/sample-releases.ts'
import { createTestStores } from './testing/test-stores.ts'

const temporary = createTestStores()

const pointer = (version: string) => ({ version, integrity: `sha256-${version}`, at: '2026-11-21T12:00:00.000Z' })

const testBuild = (version: string, builtAt?: string) => createBuild(temporary.folder, version, builtAt)

const openBucket = () => createBucketStore(temporary.bucket, join(temporary.folder, 'files'))

describe.each(temporary.stores)('%s', (_, open) => {
  test('loses none of twenty concurrent releases', async () => {
    const teams = Array.from({ length: 20 }, (_, index) => `mfe-${'abcdefghijklmnopqrst'.charAt(index)}`)
    await Promise.all(
      teams.map((name) => changeRegistry(open(), `release ${name}`, (names) => released(names, name, pointer('1')))),
    )
    const { sequence, names } = await readRegistry(open())
    expect(Object.keys(names).sort()).toEqual([...teams].sort())
    expect(sequence).toBe(20)
  })

  test('ignores files that are no registry or have another number, when reading and writing', async () => {
    const store = open()
    await changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
    await store.addRegistry(2, '<!doctype html>')
    await store.addRegistry(3, await store.readRegistryText(1))
    const rejected: number[] = []
    expect(await readRegistry(store, (sequence) => rejected.push(sequence))).toMatchObject({ sequence: 1 })
    expect(rejected).toEqual([3, 2])
    await changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer('2')))
    expect(await readRegistry(store)).toMatchObject({
      sequence: 4,
      names: { 'mfe-tips': { current: pointer('2') } },
    })
  })

  test('reads later releases when there is a file under the last number', async () => {
    const store = open()
    const release = (version: string) =>
      changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer(version)))
    await release('1')
    await store.addRegistry(2, '<!doctype html>')
    await store.addRegistry(999_999_999, '<!doctype html>')
    await release('2')
    await release('3')
    expect(await readRegistry(store)).toMatchObject({ names: { 'mfe-tips': { current: pointer('3') } } })
    expect(await store.listRegistries()).toEqual([999_999_999, 4, 3, 2, 1])
  })

  test('rejects a release after the last number, which no portal would read', async () => {
    const store = open()
    await store.addRegistry(999_999_999, signRegistry({ ...emptyRegistry, sequence: 999_999_999 }, undefined))
    const change = changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
    await expect(change).rejects.toThrow('registry/999999999.json leaves no number for another: remove it')
  })

  test('reports that there is no registry', async () => {
    const store = open()
    await store.addRegistry(1, '<!doctype html>')
    await expect(readRegistry(store)).rejects.toThrow('<!doctype')
  })

  test('writes nothing when nothing changes', async () => {
    const releases = open()
    await changeRegistry(releases, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
    await changeRegistry(releases, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
    expect((await readRegistry(releases)).sequence).toBe(1)
  })

  test('leaves the registry unchanged when a change is rejected', async () => {
    const releases = open()
    await changeRegistry(releases, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
    const change = changeRegistry(releases, 'release', () => {
      throw new Error('rejected')
    })
    await expect(change).rejects.toThrow('rejected')
    expect(await readRegistry(releases)).toMatchObject({
      sequence: 1,
      names: { 'mfe-tips': { current: pointer('1') } },
    })
  })

  test('stores a release completely or not at all, and never replaces it', async () => {
    const store = open()
    expect(await store.readFile('mfe-tips', '1', 'release.json')).toBeUndefined()
    await Promise.all(Array.from({ length: 5 }, () => store.putRelease('mfe-tips', '1', testBuild('1'))))
    await store.putRelease('mfe-tips', '1', testBuild('other'))
    expect(String(await store.readFile('mfe-tips', '1', 'entry.js'))).toBe('/* 1 */')
    expect(await store.listReleases('mfe-tips')).toEqual(['1'])
    expect((await store.listFiles('mfe-tips', '1')).sort()).toEqual(['entry.js', 'release.json', 'server.cjs'])
  })

  test('rejects a release that differs from its hash in the registry', async () => {
    const store = open()
    await store.putRelease('mfe-tips', '1', testBuild('1'))
    const right = {
      ...pointer('1'),
      integrity: toIntegrity(String(await store.readFile('mfe-tips', '1', 'release.json'))),
    }
    expect(await readRelease(store, 'mfe-tips', right)).toMatchObject({ version: '1' })
    await expect(readRelease(store, 'mfe-tips', pointer('1'))).rejects.toThrow('not as the registry says')
    await expect(readRelease(store, 'mfe-tips', pointer('2'))).rejects.toThrow('is not there')
  })

  test('releases an earlier release with its stored files, also when another machine has rebuilt it', async () => {
    const store = open()
    const build = testBuild('1')
    const integrity = toIntegrity(readFileSync(join(build, 'release.json'), 'utf8'))
    const pointer = await storeRelease(store, build)
    expect(pointer).toMatchObject({ version: '1', integrity })
    const another = testBuild('1', '2026-11-21T13:00:00.000Z')
    await expect(storeRelease(store, another)).rejects.toThrow('Another build of mfe-tips 1')

    await changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer))
    await changeRegistry(store, 'withdrawn', () => ({}))
    expect(await storeRelease(store, another)).toMatchObject({ version: '1', integrity })
  })
})

test('leaves a complete registry when the writer is killed at any point', async () => {
  const store = pathToFileURL(join(import.meta.dirname, 'stores/folder-store.ts')).href
  const writer = `
    const { createFolderStore } = await import(${JSON.stringify(store)})
    const releases = createFolderStore(${JSON.stringify(temporary.folder)})
    for (let sequence = Number(process.argv[1]); ; sequence += 1) {
      await releases.addRegistry(sequence, JSON.stringify({ sequence, at: '', reason: 'x'.repeat(200_000), names: {} }))
      if (sequence % 5 === 0) process.stdout.write('.')
    }`
  const releases = createFolderStore(temporary.folder)
  for (let round = 0; round < 8; round += 1) {
    const { sequence } = await readRegistry(releases)
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, String(sequence + 1)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = await readRegistry(releases)
    expect(after.sequence).toBeGreaterThan(sequence)
  }
})

test('applies a change once when its response is lost', async () => {
  const store = openBucket()
  for (const version of ['1', '2', '3']) {
    await changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer(version)))
  }
  temporary.bucket.losesResponse = /PUT registry/
  await changeRegistry(store, 'rollback', (names) => rolledBack(names, 'mfe-tips'))
  expect(await readRegistry(store)).toMatchObject({ sequence: 4, names: { 'mfe-tips': { current: pointer('2') } } })
})

test('downloads a release once and completely, and rejects one that does not exist', async () => {
  const store = openBucket()
  await store.putRelease('mfe-tips', '1', testBuild('1'))
  expect(await Promise.all([store.download('mfe-tips', '1'), store.download('mfe-tips', '1')])).toEqual([true, true])
  expect(readdirSync(join(store.filesFolder, 'mfe-tips/1')).sort()).toEqual(['entry.js', 'release.json', 'server.cjs'])
  expect(await store.download('mfe-tips', '2')).toBe(false)
  temporary.bucket.objects.clear()
  expect(await store.download('mfe-tips', '1')).toBe(true)
})

test('lets two portal servers download a release into one folder', async () => {
  const store = openBucket()
  await store.putRelease('mfe-tips', '1', testBuild('1'))
  const servers = Array.from({ length: 4 }, openBucket)
  expect(await Promise.all(servers.map(({ download }) => download('mfe-tips', '1')))).toEqual([true, true, true, true])
})

test('downloads no file that release.json does not name, nor outside of the release, whatever its name in the bucket', async () => {
  const store = openBucket()
  await store.putRelease('mfe-tips', '1', testBuild('1'))
  for (const file of ['../outside.js', 'x.json', 'x.js.br', 'constructor', 'entry.js/x.js']) {
    temporary.bucket.objects.set(`releases/mfe-tips/1/${file}`, { content: Buffer.from('injected') })
  }
  temporary.bucket.objects.set('releases/mfe-tips/outside.js', { content: Buffer.from('injected') })
  expect(await store.download('mfe-tips', '1')).toBe(true)
  expect(readdirSync(store.filesFolder, { recursive: true }).sort()).toEqual([
    'mfe-tips',
    'mfe-tips/1',
    'mfe-tips/1/entry.js',
    'mfe-tips/1/release.json',
    'mfe-tips/1/server.cjs',
  ])
})

test.each([
  ['a page of a gateway', 'entry.js', Buffer.from('<html>Sign in to the Wi-Fi</html>')],
  ['half of a file', 'entry.js', Buffer.from('/* ')],
  ['a compressed copy of something else', 'entry.js.br', brotliCompressSync('/* 2 */')],
  ['a copy that is not compressed', 'entry.js.gz', Buffer.from('/* 1 */')],
  ['another bundle for the server', 'server.cjs', Buffer.from('/* 2 on the server */')],
])('stores nothing of a release when the bucket sends %s, and downloads it later', async (_, file, garbage) => {
  const store = openBucket()
  await store.putRelease('mfe-tips', '1', testBuild('1'))
  const key = `releases/mfe-tips/1/${file}`
  const right = temporary.bucket.objects.get(key)
  temporary.bucket.objects.set(key, { content: garbage })
  await expect(store.download('mfe-tips', '1')).rejects.toThrow(`${file} of mfe-tips 1 is not as release.json says`)
  expect(readdirSync(join(store.filesFolder, 'mfe-tips'))).toEqual([])
  if (right) temporary.bucket.objects.set(key, right)
  else temporary.bucket.objects.delete(key)
  expect(await store.download('mfe-tips', '1')).toBe(true)
})

test('ignores a release that is stored only in part', async () => {
  const store = openBucket()
  await store.putRelease('mfe-tips', '1', testBuild('1'))
  temporary.bucket.objects.delete('releases/mfe-tips/1/release.json')
  expect(await store.download('mfe-tips', '1')).toBe(false)
  await store.putRelease('mfe-tips', '1', testBuild('1'))
  expect(await store.download('mfe-tips', '1')).toBe(true)
})

test('a folder store follows no link and waits for no pipe in place of a registry or a rejection', async () => {
  const { folder } = temporary
  const store = createFolderStore(folder)
  await changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
  const rejection = '20261128T120000000Z-3f2a91c0.json'
  const secret = join(folder, 'secret.json')
  writeFileSync(secret, JSON.stringify({ at: '2026-11-28', releases: [], problems: ['secret'] }))
  mkdirSync(join(folder, 'rejected'))
  symlinkSync(secret, join(folder, 'rejected', rejection))
  symlinkSync(secret, join(folder, 'registry/000000002.json'))
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'registry/000000003.json')])
  expect(await store.rejections.read(rejection)).toBeUndefined()
  const rejected: string[] = []
  expect(await readRegistry(store, (_, { message }) => rejected.push(message))).toMatchObject({ sequence: 1 })
  expect(rejected).toEqual(['There is no registry 3', 'There is no registry 2'])
})
