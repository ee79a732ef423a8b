import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Registry } from '../../releases/registry.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import {
  closedLater,
  dist,
  eachWithReleases,
  only,
  open,
  point,
  portal,
  preloadsIn,
  publish,
  sequence,
  shell,
  tips,
} from '../testing/portal.ts'

eachWithReleases()

test('serves a new registry without a restart', async () => {
  const server = await portal()
  expect((await open(server, '/')).body).toContain('/releases/mfe-tips/t1/entry.js')
  const next = publish({ ...tips, version: 't2', container: 'mfe_tips_t2' })
  await point({ shell: only(publish(shell)), 'mfe-tips': { current: next, history: [publish(tips)] } })
  const { body } = await afterward(server, (page) => page.includes('"sequence":2'))
  expect(preloadsIn(body)).toContain('/releases/mfe-tips/t2/entry.js')
  expect(preloadsIn(body)).not.toContain('/releases/mfe-tips/t1/entry.js')
  expect(body).toContain('"previous":{"version":"t1"')
})

test('serves the previous releases until the processes of the next ones have loaded', async () => {
  const loaded = Promise.withResolvers<void>()
  const prepared: number[] = []
  const server = await portal({
    createRenderer: () => ({
      render: async () => undefined,
      async prepare({ sequence }) {
        prepared.push(sequence)
        if (sequence === 2) await loaded.promise
      },
      close: async () => {},
    }),
  })
  await point({ shell: only(publish(shell)), 'mfe-tips': only(publish({ ...tips, version: 't2' })) })
  await vi.waitFor(() => expect(prepared).toEqual([1, 2]), TIMEOUT_MS)
  expect((await open(server, '/')).body).toContain('/releases/mfe-tips/t1/entry.js')
  expect((await server.inject('/registry.json')).json()).toMatchObject({ sequence: 1 })
  loaded.resolve()
  await afterward(server, (page) => page.includes('/releases/mfe-tips/t2/entry.js'))
  expect((await server.inject('/registry.json')).json()).toMatchObject({ sequence: 2 })
})

/** Ends the wait when the expected page or log line never appears. */
const TIMEOUT_MS = 60_000

async function afterward(server: FastifyInstance, matches: (page: string) => boolean) {
  return vi.waitFor(async () => {
    const page = await open(server, '/')
    if (!matches(page.body)) throw new Error('not yet')
    return page
  }, TIMEOUT_MS)
}

/** Returns a server whose lines of the log are collected. */
async function loggingPortal(keys: Partial<ReleaseStore> = {}) {
  const lines: string[] = []
  const log = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  closedLater(log)
  return { server: await portal({ api: log }, keys), lines }
}

/** Returns the log line of the portal that rejects the registry; its pages are unchanged. */
async function readRejection(names: Registry['names'], keys: Partial<ReleaseStore> = {}, signedBy?: KeyObject) {
  const { server, lines } = await loggingPortal(keys)
  await point(names, signedBy)
  const line = await vi.waitFor(() => {
    const found = lines.find((one) => one.includes('rejected'))
    if (!found) throw new Error('nothing was rejected')
    return found
  }, TIMEOUT_MS)
  expect((await open(server, '/')).body).toContain('/releases/mfe-tips/t1/entry.js')
  return line
}

test('rejects a registry that names a missing release', async () => {
  const missing = { version: 'missing', integrity: 'sha256-', at: '' }
  expect(await readRejection({ shell: only(missing) })).toContain('Release missing of shell is not there')
})

test('rejects a registry that is not signed by the portal’s key', async () => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  await point(names, owner.privateKey)
  const next = { ...names, 'mfe-tips': only(publish({ ...tips, version: 't2' })) }
  const trust = { publicKeys: { owner: { key: owner.publicKey } } }
  expect(await readRejection(next, trust, generateKeyPairSync('ed25519').privateKey)).toContain('not signed by a key')
  await point(names, owner.privateKey)
  expect(await readRejection(next, trust)).toContain('not signed by a key')
})

test('accepts a registry of either key while they are exchanged', async () => {
  const [before, next] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  await point(names, before.privateKey)
  const server = await portal({}, { publicKeys: { 2025: { key: before.publicKey }, 2026: { key: next.publicKey } } })
  await point(names, next.privateKey)
  await afterward(server, (page) => page.includes(`"sequence":${sequence}`))
})

test('does not start again with an older registry than it has served', async () => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  const trust = { publicKeys: { owner: { key: owner.publicKey } }, servedFile: join(dist, 'data/served-registry') }
  await point(names, owner.privateKey)
  const server = await portal({}, trust)
  await point(names, owner.privateKey)
  await afterward(server, (page) => page.includes('"sequence":3'))
  await server.close()
  await portal({}, trust)
  await createFolderStore(dist).removeRegistry(3)
  await expect(portal({}, trust)).rejects.toThrow('Registry 2 is older than 3, which was live here')
})

test.each([
  ['cannot be reached', () => Promise.reject(new Error('The bucket is down'))],
  ['responds as if it were empty', async () => []],
])('starts with what it served last while the bucket %s', async (_, listRegistries) => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  const servedFile = join(dist, 'data/served-registry')
  const bucket = { publicKeys: { owner: { key: owner.publicKey } }, servedFile, download: async () => true }
  await point(names, owner.privateKey)
  await portal({}, bucket)
  const server = await portal({}, { ...bucket, listRegistries })
  expect((await open(server, '/')).body).toContain('"sequence":2')
  await expect(portal({}, { ...bucket, servedFile: join(dist, 'new'), listRegistries })).rejects.toThrow()
})

test('starts with what it served last while the bucket has only older registries', async () => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  const servedFile = join(dist, 'data/served-registry')
  const bucket = { publicKeys: { owner: { key: owner.publicKey } }, servedFile, download: async () => true }
  await point(names, owner.privateKey)
  await point(names, owner.privateKey)
  await portal({}, bucket)
  await createFolderStore(dist).removeRegistry(3)
  expect((await open(await portal({}, bucket), '/')).body).toContain('"sequence":3')
})

test('logs each rejected registry once, however many there are', async () => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  await point(names, owner.privateKey)
  const rejected: number[] = []
  const write = (line: string) => {
    const entry = JSON.parse(line)
    if (entry.msg.includes('rejected')) rejected.push(entry.sequence)
  }
  const log = Fastify({ logger: { stream: { write } } })
  closedLater(log)
  await portal({ api: log }, { publicKeys: { owner: { key: owner.publicKey } } })
  for (const unsigned of [3, 4, 5]) {
    await point(names)
    await vi.waitFor(() => expect(rejected).toContain(unsigned), TIMEOUT_MS)
  }
  expect(rejected).toEqual([3, 4, 5])
})

test('logs a release store that cannot be read, and serves pages', async () => {
  const lines: string[] = []
  const log = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  closedLater(log)
  const store = createFolderStore(dist)
  const server = await portal({ api: log, releases: store })
  store.listRegistries = async () => {
    throw new Error('The bucket is down')
  }
  await vi.waitFor(() => expect(lines.join()).toContain('The bucket is down'), TIMEOUT_MS)
  expect(lines.join()).toContain('The releases cannot be read')
  expect(lines.join()).not.toContain('rejected')
  expect((await open(server, '/')).statusCode).toBe(200)
})

test('serves the canary to some browsers permanently, and the current release to the others', async () => {
  const server = await portal()
  const next = publish({ ...tips, version: 't2', container: 'mfe_tips_t2' })
  const canary = { ...next, percent: 30 }
  await point({ shell: only(publish(shell)), 'mfe-tips': { ...only(publish(tips)), canary } })
  const { headers } = await afterward(server, (page) => page.includes('"sequence":2'))
  expect(headers['set-cookie']).toMatch(/release_bucket=\d+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  for (const [bucket, version] of [
    ['29', 't2'],
    ['30', 't1'],
  ] as const) {
    const page = await open(server, '/', `session=x; release_bucket=${bucket}`)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(preloadsIn(page.body)).toContain(`/releases/mfe-tips/${version}/entry.js`)
  }
})

test('serves no previous release and no canary that is incompatible with the shell', async () => {
  const server = await portal()
  const [old, next] = [{ react: '19.3.1' }, { react: '20.0.0' }]
  const before = publish({ ...tips, version: 't2', shared: old })
  const names = (shared: Record<string, string>) => ({
    shell: only(publish({ ...shell, version: `shell-${shared.react}`, shared })),
    'mfe-tips': {
      current: publish({ ...tips, version: `tips-${shared.react}`, shared }),
      history: [before],
      canary: { ...before, percent: 99 },
    },
  })
  const pageWith = async (shared: Record<string, string>) => {
    await point(names(shared))
    await afterward(server, (page) => page.includes(`"sequence":${sequence}`))
    return (await open(server, '/', 'session=x; release_bucket=0')).body
  }
  expect(await pageWith(old)).toContain('/releases/mfe-tips/t2/')
  const page = await pageWith(next)
  expect(page).toContain('/releases/mfe-tips/tips-20.0.0/')
  expect(page).not.toContain('t2')
})

test('returns the live versions to open tabs', async () => {
  const response = await (await portal()).inject('/registry.json')
  expect(response.json()).toEqual({ sequence: 1, shell: 's1', remotes: { 'mfe-tips': 't1' } })
  expect(response.headers['cache-control']).toBe('no-store')
})
