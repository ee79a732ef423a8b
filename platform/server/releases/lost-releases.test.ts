import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import type { RemoteRelease } from '../../bundler/release.ts'
import {
  closedLater,
  dist,
  eachWithReleases,
  only,
  open,
  payouts,
  point,
  portal,
  publish,
  shell,
  tips,
} from '../testing/portal.ts'

eachWithReleases()

const t2 = { ...tips, version: 't2', container: 'mfe_tips_t2' }
const t3 = { ...tips, version: 't3', container: 'mfe_tips_t3' }

/** Ends the wait when what is expected never appears. */
const TIMEOUT_MS = 60_000

async function loggingPortal() {
  const lines: string[] = []
  const log = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  closedLater(log)
  return { server: await portal({ api: log }), lines }
}

/** Returns the versions that the page has of each remote: the one that runs, and the one that it falls back to. */
async function versionsIn(server: FastifyInstance): Promise<Record<string, string[]>> {
  const { body } = await open(server, '/', 'session=x; release_bucket=0')
  type Remote = { current: { version: string }; previous?: { version: string } }
  const json = /<script type="application\/json" id="registry">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  const remotes: Record<string, Remote> = JSON.parse(json).remotes
  return Object.fromEntries(
    Object.entries(remotes).map(([name, { current, previous }]) => [
      name,
      [current, previous].flatMap((release) => release?.version ?? []),
    ]),
  )
}

const releaseFolder = (version: string) => join(dist, 'releases/mfe-tips', version)
const descriptionFile = (version: string) => join(releaseFolder(version), 'release.json')

const lostFolder = 'a lost folder'
const damages: Record<string, (version: string) => void> = {
  [lostFolder]: (version) => rmSync(releaseFolder(version), { recursive: true }),
  'a file in place of the folder'(version) {
    rmSync(releaseFolder(version), { recursive: true })
    writeFileSync(releaseFolder(version), '')
  },
  'a link in place of the folder'(version) {
    renameSync(releaseFolder(version), join(dist, version))
    symlinkSync(join(dist, version), releaseFolder(version))
  },
  'a lost release.json': (version) => rmSync(descriptionFile(version)),
  'an empty release.json': (version) => writeFileSync(descriptionFile(version), ''),
  'the release.json of another version': (version) => writeFileSync(descriptionFile(version), JSON.stringify(tips)),
  'a folder in place of release.json'(version) {
    rmSync(descriptionFile(version))
    mkdirSync(descriptionFile(version))
  },
}

test.each([
  ...Object.keys(damages).map((damage) => [damage, 'current', 't2', ['t3', 't1']] as const),
  [lostFolder, 'previous', 't1', ['t3', 't2']],
  [lostFolder, 'canary', 't3', ['t2', 't1']],
] as const)(
  '%s of the %s release stops neither a start nor other releases, and is logged',
  async (damage, _role, version, expected) => {
    const [current, previous, canary] = [publish(t2), publish({ ...tips, addresses: ['/'] }), publish(t3)]
    const ofTips = { current, history: [previous], canary: { ...canary, percent: 99 } }
    await point({ shell: only(publish(shell)), 'mfe-payouts': only(publish(payouts)), 'mfe-tips': ofTips })
    damages[damage]?.(version)
    const { server, lines } = await loggingPortal()
    expect(await versionsIn(server)).toEqual({ 'mfe-payouts': ['p1'], 'mfe-tips': expected })
    expect(lines.filter((line) => line.includes(`Release ${version} of mfe-tips`))).toHaveLength(1)
    const next = only(publish({ ...payouts, version: 'p2' }))
    await point({ shell: only(publish(shell)), 'mfe-payouts': next, 'mfe-tips': ofTips })
    const after = { 'mfe-payouts': ['p2'], 'mfe-tips': expected }
    await vi.waitFor(async () => expect(await versionsIn(server)).toEqual(after), TIMEOUT_MS)
  },
)

test('gives pages a previous release again that is restored, without another registry', async () => {
  const [current, previous] = [publish(t2), publish(tips)]
  await point({ shell: only(publish(shell)), 'mfe-tips': { current, history: [previous] } })
  renameSync(releaseFolder('t1'), join(dist, 'moved'))
  const { server } = await loggingPortal()
  expect(await versionsIn(server)).toEqual({ 'mfe-tips': ['t2'] })
  renameSync(join(dist, 'moved'), releaseFolder('t1'))
  await vi.waitFor(async () => expect(await versionsIn(server)).toEqual({ 'mfe-tips': ['t2', 't1'] }), TIMEOUT_MS)
})

test('keeps the release that it serves when a registry names a missing one', async () => {
  const { server, lines } = await loggingPortal()
  await point({ shell: only(publish(shell)), 'mfe-tips': only({ ...publish(t2), integrity: 'sha256-other' }) })
  await vi.waitFor(async () => expect((await server.inject('/registry.json')).json().sequence).toBe(2), TIMEOUT_MS)
  expect(await versionsIn(server)).toEqual({ 'mfe-tips': ['t1'] })
  expect(lines.join()).toContain('Release t2 of mfe-tips is not as the registry says')
})

test('logs the lost files of a release, and serves the others', async () => {
  rmSync(join(releaseFolder('t1'), 'billing.js'))
  const { server, lines } = await loggingPortal()
  expect(lines.join()).toContain('Release t1 of mfe-tips has lost billing.js')
  expect((await server.inject('/releases/mfe-tips/t1/tips.js')).statusCode).toBe(200)
})

/** Who has a key for one remote can sign without the checks of a release. */
describe('a release that the gate would have refused', () => {
  const route = (path: string) => ({ path, title: 'Страница', layout: 'main' as const })
  const other = (change: Partial<RemoteRelease['manifest']>): RemoteRelease => ({
    ...tips,
    name: 'mfe-other',
    version: 'o1',
    // Built before all others.
    builtAt: '2020-01-01T00:00:00.000Z',
    manifest: { name: 'mfe-other', paths: ['/other'], routes: [route('/other')], menu: [], ...change },
  })
  const item = { path: '/other', label: 'Другое', icon: 'star', group: 'Меню', order: 5 } as const

  test.each<[string, Partial<RemoteRelease['manifest']>]>([
    ['an address of another remote', { paths: ['/billing'], routes: [route('/billing')] }],
    ['an address of another remote in capitals', { paths: ['/BILLING'], routes: [route('/BILLING')] }],
    ['all addresses', { routes: [route('/*')] }],
    ['an address of the shell', { paths: ['/login'], routes: [route('/login')] }],
    ['a slot that another one fills', { fills: ['tips.actions'] }],
    ['the label of another remote', { menu: [{ ...item, label: 'Операции' }] }],
    ['a page among the files of releases', { paths: ['/releases/all'], routes: [route('/releases/all')] }],
    ['an endless label', { menu: [{ ...item, label: 'я'.repeat(500) }] }],
    ['a menu that is none', { menu: null as never }],
  ])('is left out with %s, and the others stay', async (_, change) => {
    const menu = [{ path: '/billing', label: 'Операции', icon: 'operations', group: 'Меню', order: 2 }] as const
    const ofTips = only(publish({ ...tips, version: 't2', manifest: { ...tips.manifest, menu } }))
    const names = { shell: only(publish(shell)), 'mfe-payouts': only(publish(payouts)), 'mfe-tips': ofTips }
    await point(names)
    const { server, lines } = await loggingPortal()
    await point({ ...names, 'mfe-other': only(publish(other(change))) })
    await vi.waitFor(async () => expect((await server.inject('/registry.json')).json().sequence).toBe(3), TIMEOUT_MS)
    expect(await versionsIn(server)).toEqual({ 'mfe-payouts': ['p1'], 'mfe-tips': ['t2'] })
    expect(lines.join()).toContain('mfe-other o1: ')
  })

  test('does not displace a later release of the remote that has the address', async () => {
    const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
    const { server } = await loggingPortal()
    const evil = only(publish(other({ paths: ['/billing'], routes: [route('/billing')] })))
    await point({ ...names, 'mfe-other': evil, 'mfe-tips': only(publish(t2)) })
    await vi.waitFor(async () => expect(await versionsIn(server)).toEqual({ 'mfe-tips': ['t2'] }), TIMEOUT_MS)
  })

  test('is left out as a canary, and the current release stays', async () => {
    const current = publish(other({}))
    const canary = { ...publish({ ...other({ paths: ['/billing'] }), version: 'o2' }), percent: 99 }
    await point({
      shell: only(publish(shell)),
      'mfe-other': { current, history: [], canary },
      'mfe-tips': only(publish(tips)),
    })
    const { server } = await loggingPortal()
    expect(await versionsIn(server)).toEqual({ 'mfe-other': ['o1'], 'mfe-tips': ['t1'] })
  })
})
