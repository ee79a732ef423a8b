import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileAddress, type ShellRelease, toIntegrity } from '../../bundler/release.ts'
import type { ReleasePointer } from '../../releases/registry.ts'
import { createDownload } from '../../releases/stores/download.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import { dist, eachWithReleases, only, open, payouts, point, portal, publish, shell, tips } from '../testing/portal.ts'

eachWithReleases()

/** Two versions of this file differ a little. */
const mainScript = (version: string) =>
  `/* ${version} */\n${Array.from({ length: 500 }, (_, line) => `console.log(${line ** 3})`).join('\n')}`

/** Stores a release of the shell with another `main.js`. */
function publishShell(version: string, main = mainScript(version)): ReleasePointer & { release: ShellRelease } {
  const release = { ...shell, version, files: { ...shell.files, 'main.js': toIntegrity(main) } }
  const pointer = publish(release)
  writeFileSync(join(dist, 'releases/shell', version, 'main.js'), main)
  return { ...pointer, release }
}

test('serves a file of the shell by its content, as long as any release has it', async () => {
  const [first, second] = [publishShell('s1'), publishShell('s2')]
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal()
  expect(fileAddress(first.release, 'main.js')).not.toBe(fileAddress(second.release, 'main.js'))
  expect(fileAddress(first.release, 'host.js')).toBe(fileAddress(second.release, 'host.js'))
  expect((await open(server, '/')).body).toContain(`src="${fileAddress(second.release, 'main.js')}"`)
  for (const { release } of [first, second]) {
    const response = await server.inject(fileAddress(release, 'main.js'))
    expect(response.body).toBe(mainScript(release.version))
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  rmSync(join(dist, 'releases/shell/s1'), { recursive: true })
  expect((await server.inject(fileAddress(first.release, 'main.js'))).statusCode).toBe(404)
  expect((await server.inject(fileAddress(first.release, 'host.js'))).body).toBe('/* host.js */')
})

test('serves a file of a release that another portal server has put into a page already', async () => {
  const server = await portal()
  const { release } = publishShell('s2')
  expect((await server.inject(fileAddress(release, 'main.js'))).body).toBe(mainScript('s2'))
})

/** A store to download from. `searched` has the releases that were searched for and the names that were listed. */
function storeToDownloadFrom() {
  const { listFiles, readFile, listReleases } = createFolderStore(dist)
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

/** Stores a release of a remote with one file that matches its hash. */
function publishEntry(release: typeof tips, version: string): ReleasePointer {
  return publish({ ...release, version, files: { 'entry.js': toIntegrity('/* entry.js */') } })
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

test('responds with 404 for a file that a release has lost, also when another release has the same', async () => {
  const text = mainScript('t1')
  const releaseTips = (version: string) => {
    const release = { ...tips, version, files: { ...tips.files, 'entry.js': toIntegrity(text) } }
    const pointer = publish(release)
    writeFileSync(join(dist, 'releases/mfe-tips', version, 'entry.js'), text)
    return pointer
  }
  const [current, lost] = [releaseTips('t1'), releaseTips('t2')]
  await point({ shell: only(publish(shell)), 'mfe-tips': { current, history: [], canary: { ...lost, percent: 50 } } })
  const server = await portal()
  const file = join(dist, 'releases/mfe-tips/t2/entry.js')
  rmSync(file)
  const request = (version: string) => server.inject(`/releases/mfe-tips/${version}/entry.js`)
  expect((await request('t1')).body).toBe(text)
  expect((await request('t2')).statusCode).toBe(404)
  // As if it was restored from a backup.
  writeFileSync(file, text)
  expect((await request('t2')).body).toBe(text)
})

test('sends live files while the store is unavailable', async () => {
  const first = publishShell('s1')
  const second = publishShell('s2')
  await point({ shell: { current: second, history: [first] }, 'mfe-tips': only(publish(tips)) })
  const server = await portal({}, { listReleases: () => Promise.reject(new Error('The store is down')) })
  const url = fileAddress(second.release, 'main.js')
  const response = await server.inject(url)
  expect([response.statusCode, response.body]).toEqual([200, mainScript('s2')])
})

test('while anonymous clients wait for files that no release has, others get pages', async () => {
  const listed = Promise.withResolvers<string[]>()
  let isStarted = false
  const listReleases = () => (isStarted ? listed.promise : Promise.resolve([]))
  const server = await portal({ apiUrl: 'http://127.0.0.1:1', trustProxy: ['127.0.0.1'] }, { listReleases })
  isStarted = true
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const from = (client: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${client}` } })
  const missing = Array.from({ length: 8 }, (_, n) => fetch(`${origin}/releases/shell/000000000000/main.js`, from(n)))
  expect((await fetch(`${origin}/robots.txt`, from(100))).status).toBe(200)
  expect((await fetch(origin, from(101))).status).toBe(200)
  listed.resolve([])
  for (const response of await Promise.all(missing)) expect(response.status).toBe(404)
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
  expect(headers['content-type']).not.toContain('html')
})
