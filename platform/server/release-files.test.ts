import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileAddress, integrityOf, type ShellRelease } from '../bundler/release.ts'
import type { ReleasePointer } from '../releases/registry.ts'
import { createDownload } from '../releases/stores/download.ts'
import { folderStore } from '../releases/stores/folder-store.ts'
import { dist, eachWithReleases, only, open, payouts, point, portal, publish, shell, tips } from './testing/portal.ts'

eachWithReleases()

/** A file that a release changes a little. */
const mainOf = (version: string) =>
  `/* ${version} */\n${Array.from({ length: 500 }, (_, line) => `console.log(${line ** 3})`).join('\n')}`

/** Stores a release of the shell that has another `main.js`. */
function publishShell(version: string, main = mainOf(version)): ReleasePointer & { release: ShellRelease } {
  const release = { ...shell, version, files: { ...shell.files, 'main.js': integrityOf(main) } }
  const pointer = publish(release)
  writeFileSync(join(dist, 'releases/shell', version, 'main.js'), main)
  return { ...pointer, release }
}

const withDictionary = (text: string) => ({
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': integrityOf(text).replace('sha256-', ':').concat(':'),
})

test('serves a file of the shell by its content, as long as any release has it', async () => {
  const [first, second] = [publishShell('s1'), publishShell('s2')]
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal()
  expect(fileAddress(first.release, 'main.js')).not.toBe(fileAddress(second.release, 'main.js'))
  expect(fileAddress(first.release, 'host.js')).toBe(fileAddress(second.release, 'host.js'))
  expect((await open(server, '/')).body).toContain(`src="${fileAddress(second.release, 'main.js')}"`)
  for (const { release } of [first, second]) {
    const response = await server.inject(fileAddress(release, 'main.js'))
    expect(response.body).toBe(mainOf(release.version))
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  rmSync(join(dist, 'releases/shell/s1'), { recursive: true })
  expect((await server.inject(fileAddress(first.release, 'main.js'))).statusCode).toBe(404)
  expect((await server.inject(fileAddress(first.release, 'host.js'))).body).toBe('/* host.js */')
})

test('serves a file of a release that another portal server has put into a page already', async () => {
  const server = await portal()
  const { release } = publishShell('s2')
  expect((await server.inject(fileAddress(release, 'main.js'))).body).toBe(mainOf('s2'))
})

/** A store that releases are downloaded from. `searched`: the releases that it was searched for, and the names whose releases it listed. */
function storeToDownloadFrom() {
  const { listFiles, readFile, listReleases } = folderStore(dist)
  const searched = new Set<string>()
  const searching =
    <Args extends [string, ...string[]], Result>(search: (...args: Args) => Result) =>
    (...args: Args) => {
      searched.add(args.slice(0, 2).join('/'))
      return search(...args)
    }
  const store = {
    filesFolder: join(dist, 'files'),
    listFiles: searching(listFiles),
    readFile: searching(readFile),
    listReleases: searching(listReleases),
  }
  return { searched, store: { ...store, download: createDownload(store) } }
}

/** Stores a release of a remote with one file, which is as the release says. */
function publishEntry(release: typeof tips, version: string): ReleasePointer {
  return publish({ ...release, version, files: { 'entry.js': integrityOf('/* entry.js */') } })
}

test('downloads a release that was live, and one that another portal server has released since', async () => {
  const [old, current, next] = ['000000000001', '000000000002', '000000000003']
  const names = {
    shell: only(publish(shell)),
    'mfe-tips': { current: publishEntry(tips, current), history: [publishEntry(tips, old)] },
  }
  await point(names)
  const server = await portal({}, storeToDownloadFrom().store)
  await point({
    ...names,
    'mfe-tips': only(publishEntry(tips, next)),
    'mfe-payouts': only(publishEntry(payouts, next)),
  })
  const addresses = [`mfe-payouts/${next}`, `mfe-tips/${next}`, `mfe-tips/${current}`, `mfe-tips/${old}`]
  for (const address of addresses) {
    expect((await server.inject(`/releases/${address}/entry.js`)).body).toBe('/* entry.js */')
  }
})

test('searches the store for no release that it has not listed, and for none of a name without releases', async () => {
  await point({ shell: only(publishShell('s1')), 'mfe-tips': only(publishEntry(tips, 't1')) })
  const { searched, store } = storeToDownloadFrom()
  const server = await portal({}, store)
  const released = ['shell', 'shell/s1', 'mfe-tips', 'mfe-tips/t1']
  expect([...searched].sort()).toEqual(released.toSorted())
  const requests = ['shell', 'mfe-tips', 'mfe-none'].flatMap((name) =>
    ['00000000000a', '00000000000b'].map((version) => server.inject(`/releases/${name}/${version}/main.js`)),
  )
  for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(404)
  expect([...searched].sort()).toEqual(released.toSorted())
})

test('sends the difference from the file that the browser has', async () => {
  const first = publishShell('s1')
  const second = publishShell('s2')
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal()
  const url = fileAddress(second.release, 'main.js')
  const headers = withDictionary(mainOf('s1'))
  const delta = await server.inject({ url, headers })
  expect(delta.headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/releases/shell/*/main.js"',
  })
  expect(String(delta.headers.vary).toLowerCase()).toBe('accept-encoding, available-dictionary')
  expect(delta.rawPayload.length).toBeLessThan(120)
  expect(delta.rawPayload.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(integrityOf(mainOf('s1'))).toBe(`sha256-${delta.rawPayload.subarray(8, 40).toString('base64')}`)
  const decoded = zstdDecompressSync(delta.rawPayload.subarray(40), { dictionary: Buffer.from(mainOf('s1')) })
  expect(decoded.toString()).toBe(mainOf('s2'))
})

test('sends the whole file where it has nothing to make a difference from', async () => {
  const first = publishShell('s1')
  const second = publishShell('s2')
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal()
  const url = fileAddress(second.release, 'main.js')
  const offered = withDictionary(mainOf('s1'))
  const whole: [url: string, headers: Record<string, string>][] = [
    [url, withDictionary(mainOf('s0'))],
    [url, { ...offered, 'accept-encoding': 'gzip, br' }],
    [url, { ...offered, 'available-dictionary': ':x:' }],
    // The page could not use what it got before.
    [`${url}?attempt=2`, offered],
  ]
  for (const [address, headers] of whole) {
    const response = await server.inject({ url: address, headers })
    expect(response.body).toBe(mainOf('s2'))
    expect(response.headers['use-as-dictionary']).toBe('match="/releases/shell/*/main.js"')
  }
  // Only files of live releases get differences, so that strangers cannot request one for each pair of releases.
  const old = await server.inject({ url: fileAddress(first.release, 'main.js'), headers: withDictionary(mainOf('s2')) })
  expect(old.body).toBe(mainOf('s1'))
})

test.each([
  ['the earlier file is not as its release says', 's1', 'changed'],
  ['the file is not as its release says', 's2', 'changed'],
])('sends the file itself where %s', async (_, version, text) => {
  const [first, second] = [publishShell('s1'), publishShell('s2')]
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal()
  writeFileSync(join(dist, 'releases/shell', version, 'main.js'), text)
  const url = fileAddress(second.release, 'main.js')
  const { headers } = await server.inject({ url, headers: withDictionary(mainOf('s1')) })
  expect(headers['content-encoding']).toBeUndefined()
})

test('responds with 404 for a file that a release has lost, also when another release has the same', async () => {
  const text = mainOf('t1')
  const releaseTips = (version: string, entry: string) => {
    const release = { ...tips, version, files: { ...tips.files, 'entry.js': integrityOf(entry) } }
    const pointer = publish(release)
    writeFileSync(join(dist, 'releases/mfe-tips', version, 'entry.js'), entry)
    return pointer
  }
  const [before, current, lost] = [releaseTips('t0', mainOf('t0')), releaseTips('t1', text), releaseTips('t2', text)]
  const names = {
    shell: only(publish(shell)),
    'mfe-tips': { current, history: [before], canary: { ...lost, percent: 50 } },
  }
  await point(names)
  const server = await portal()
  const file = join(dist, 'releases/mfe-tips/t2/entry.js')
  rmSync(file)
  const request = (version: string) =>
    server.inject({ url: `/releases/mfe-tips/${version}/entry.js`, headers: withDictionary(mainOf('t0')) })
  for (const version of ['t1', 't2', 't1']) {
    const { statusCode, headers } = await request(version)
    expect([statusCode, headers['content-encoding']]).toEqual(version === 't2' ? [404, undefined] : [200, 'dcz'])
  }
  // It was restored from a backup.
  writeFileSync(file, text)
  expect((await request('t2')).headers['content-encoding']).toBe('dcz')
})

test('sends live files while the store is unavailable', async () => {
  const first = publishShell('s1')
  const second = publishShell('s2')
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal({}, { listReleases: () => Promise.reject(new Error('The store is down')) })
  const url = fileAddress(second.release, 'main.js')
  const response = await server.inject({ url, headers: withDictionary(mainOf('s1')) })
  expect([response.statusCode, response.body]).toEqual([200, mainOf('s2')])
})

test('while strangers wait for files that no release may have, others get pages', async () => {
  const listed = Promise.withResolvers<string[]>()
  let isStarted = false
  const listReleases = () => (isStarted ? listed.promise : Promise.resolve([]))
  const server = await portal({ apiUrl: 'http://127.0.0.1:1', trustProxy: ['127.0.0.1'] }, { listReleases })
  isStarted = true
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const from = (client: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${client}` } })
  const strangers = Array.from({ length: 8 }, (_, n) => fetch(`${origin}/releases/shell/000000000000/main.js`, from(n)))
  expect((await fetch(`${origin}/robots.txt`, from(100))).status).toBe(200)
  expect((await fetch(origin, from(101))).status).toBe(200)
  listed.resolve([])
  for (const response of await Promise.all(strangers)) expect(response.status).toBe(404)
})

test('sends the file itself where the difference is hardly smaller', async () => {
  const first = publishShell('s1', `/* ${Math.PI} */`)
  const second = publishShell('s2', `/* ${Math.E} */`)
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const url = fileAddress(second.release, 'main.js')
  const response = await (await portal()).inject({ url, headers: withDictionary(`/* ${Math.PI} */`) })
  expect(response.body).toBe(`/* ${Math.E} */`)
})

test.each([
  '/releases/shell/000000000000/main.js',
  '/releases/shell/s1/constructor.js',
  '/releases/mfe-tips/000000000000/entry.js',
  '/releases/shell/%2e%2e/registry.js',
  '/releases/..%2fshell/s1/main.js',
  '/releases/shell/s1/..%2fs1%2fmain.js',
  '/releases/shell/s1/more/main.js',
])('responds to %s with 404, which nothing caches', async (url) => {
  mkdirSync(join(dist, 'releases/shell/s1/more'), { recursive: true })
  writeFileSync(join(dist, 'releases/shell/s1/more/main.js'), '')
  const { statusCode, headers } = await (await portal()).inject({ url, headers: { accept: 'text/html,*/*' } })
  expect(statusCode).toBe(404)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['use-as-dictionary']).toBeUndefined()
  expect(headers['content-type']).not.toContain('html')
})
