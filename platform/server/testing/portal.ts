import type { KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach } from 'vitest'
import { type RemoteRelease, type ShellRelease, toIntegrity } from '../../bundler/release.ts'
import type { Registry, ReleasePointer } from '../../releases/registry.ts'
import { signRegistry } from '../../releases/signature.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { createPortalBesideApi, createPortalWithApi, type PortalOptions } from '../serve-portal.ts'

/** Returns the text of a file as `publish` writes it. */
const fileText = (file: string) => `/* ${file} */`

const built = { builtAt: '2026-11-21T00:00:00.000Z', shared: {} }
export const shell: ShellRelease = {
  ...built,
  name: 'shell',
  version: 's1',
  files: Object.fromEntries(
    ['main.js', 'main.css', 'host.js', 'ui.js'].map((file) => [file, toIntegrity(fileText(file))]),
  ),
  scripts: ['main.js'],
  css: ['main.css'],
  host: ['host.js'],
  provides: { '@portal/shared/ui/button': ['ui.js'], '@portal/shared/ui/sheet': ['sheet.js'] },
  gives: {},
  addresses: [],
  routes: [{ path: '/login', title: 'Вход', layout: 'centred-card' }],
}
export const tips: RemoteRelease = {
  ...built,
  name: 'mfe-tips',
  version: 't1',
  files: { 'entry.js': 'sha256-entry', 'tips.js': toIntegrity(fileText('tips.js')), 'billing.js': 'sha256-billing' },
  entry: 'entry.js',
  container: 'mfe_tips_t1',
  manifest: {
    name: 'mfe-tips',
    paths: ['/', '/billing'],
    routes: [
      { path: '/', title: 'Чаевые', layout: 'main' },
      { path: '/billing', title: 'Операции', layout: 'main' },
    ],
    menu: [],
  },
  pages: {
    '/': { files: ['tips.js'], consumes: ['@portal/shared/ui/button', 'react'] },
    '/billing': { files: ['billing.js'], consumes: [] },
  },
  uses: {},
  addresses: [],
  bytes: {},
  budget: { entry: 7000, page: 10_000 },
}

/** Fills the slot `tips.actions`, and is not live at first. */
export const payouts: RemoteRelease = {
  ...tips,
  name: 'mfe-payouts',
  version: 'p1',
  files: { 'entry.js': 'sha256-entry', 'out.js': 'sha256-out', 'actions.js': 'sha256-actions' },
  container: 'mfe_payouts_p1',
  manifest: {
    name: 'mfe-payouts',
    paths: ['/out'],
    routes: [{ path: '/out', title: 'Вывод средств', layout: 'main' }],
    menu: [],
    fills: ['tips.actions'],
  },
  pages: { '/out': { files: ['out.js'], consumes: [] } },
  slots: { 'tips.actions': { files: ['actions.js'], consumes: ['@portal/shared/ui/sheet'] } },
}

/** The folder of the release store. */
export let dist: string
/** The number of the newest registry. */
export let sequence: number
const servers: FastifyInstance[] = []

/**
 * Gives each test of the file a release store with the shell and one remote, and closes its portal servers after it.
 */
export function eachWithReleases(): void {
  beforeEach(async () => {
    sequence = 0
    dist = mkdtempSync(join(tmpdir(), 'portal-'))
    const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
    await point(names)
  })

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
    rmSync(dist, { recursive: true })
  })
}

/** Stores a release without making it live. */
export function publish(release: ShellRelease | RemoteRelease): ReleasePointer {
  const folder = join(dist, 'releases', release.name, release.version)
  mkdirSync(folder, { recursive: true })
  for (const file of Object.keys(release.files ?? {})) writeFileSync(join(folder, file), fileText(file))
  const text = JSON.stringify(release)
  writeFileSync(join(folder, 'release.json'), text)
  return { version: release.version, integrity: toIntegrity(text), at: release.builtAt }
}

export function only(current: ReleasePointer): Registry['names'][string] {
  return { current, history: [] }
}

/** Adds the next registry. */
export async function point(names: Registry['names'], signingKey?: KeyObject): Promise<void> {
  sequence += 1
  const registry = { sequence, at: new Date().toISOString(), reason: 'test', names }
  await createFolderStore(dist).addRegistry(sequence, signRegistry(registry, signingKey))
}

type TestedPortal = Partial<PortalOptions> & { api?: FastifyInstance; apiUrl?: string; log?: FastifyBaseLogger }

/** Creates a portal server beside the API at `apiUrl`, or with an API in its process. */
export async function portal(
  { api = Fastify(), apiUrl, log, ...given }: TestedPortal = {},
  keys: Partial<ReleaseStore> = {},
): Promise<FastifyInstance> {
  const options = { releases: { ...createFolderStore(dist), ...keys }, ...given }
  if (!apiUrl) return closedLater(await createPortalWithApi(api, options))
  return closedLater(await createPortalBesideApi({ apiUrl: () => apiUrl, ...(log && { log }) }, options))
}

/** Closes the server after the test. */
export function closedLater(server: FastifyInstance): FastifyInstance {
  servers.push(server)
  return server
}

type InjectedResponse = Awaited<ReturnType<FastifyInstance['inject']>>

export async function open(server: FastifyInstance, url: string, cookie = 'session=x'): Promise<InjectedResponse> {
  return server.inject({ url, headers: { accept: 'text/html,*/*', cookie } })
}

export function preloadsIn(html: string): string[] {
  return [...html.matchAll(/<link rel="preload-next"[^>]* href="([^"]+)"/g)].map(([, href]) => href ?? '')
}
