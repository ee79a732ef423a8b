import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toIntegrity } from '@portal/platform/bundler/release'
import { type CanaryShare, canaryStarted, type Registry, type ReleasePointer } from '@portal/platform/releases/registry'
import { distFolder } from '@portal/platform/releases/release-settings'
import { changeRegistry, readRegistry } from '@portal/platform/releases/releases'
import { folderStore } from '@portal/platform/releases/stores/folder-store'
import { type Change, createPatchedCopy, type Overrides, type PatchedCopy } from './patched-copy.ts'
import { startPortalAlone } from './portal-alone.ts'

export type ReleasedName = 'shell' | RemoteName

export type RemoteName = 'mfe-tips' | 'mfe-payouts' | 'mfe-settings' | 'mfe-team'

/** A patched copy of a good release. `previous`: whether the good one is its previous release. */
type Next = { change?: Change | undefined; previous: boolean }

type OfRemotes<T> = Partial<Record<RemoteName, T>>

/** `before`: the version of the good release. */
type NextRelease = PatchedCopy & { before: string }

/** A portal server with its own releases, in front of the API of the portal under test. */
export type ReleasedPortal = {
  url: string
  /** The folder of its releases. */
  folder: string
  /** The environment of servers and commands that use its releases. */
  env: Record<string, string>
  /** Returns its log so far. */
  log(): string
  /**
   * Puts a patched copy of a good release live, with the good one as its previous release; waits until pages get it.
   */
  release(name: RemoteName, change?: Change, options?: { previous: boolean }): Promise<NextRelease>
  /** Like `release`, for several remotes together. */
  releaseTogether(next: OfRemotes<Next>): Promise<OfRemotes<NextRelease>>
  /**
   * Puts changed copies of good releases live as canaries; without a share for half of the browsers.
   * Returns versions by name.
   */
  releaseCanaries<Name extends string>(
    changes: Readonly<Record<Name, Change>>,
    share?: CanaryShare,
  ): Promise<Record<Name, string>>
  /** Puts a new remote live, from the folder of its build. It stays until the portal stops. */
  add(name: string, built: string): Promise<void>
  /** Puts releases live together: for each name the built one, or a copy of it under another version. */
  compose(names: Record<ReleasedName, 'built' | 'copy'>): Promise<void>
  /** Puts copies of all packages live together that name another version of React. Returns versions by name. */
  composeWith(react: string): Promise<Record<string, string>>
  /** Puts the built releases live again. Remotes that were added stay. */
  reset(): Promise<void>
  stop(): Promise<void>
}

const LIVE_WITHIN_MS = 60_000

export async function startReleasedPortal({ serverRendering = true, ownApi = false } = {}): Promise<ReleasedPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-releases-'))
  const store = folderStore(folder)
  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519')
  const { names } = await readRegistry(folderStore(distFolder))
  const good: Registry['names'] = {}
  for (const [name, { current }] of Object.entries(names)) {
    await store.putRelease(name, current.version, buildFolder(name, current.version))
    good[name] = { current, history: [] }
  }
  /** Puts the built releases live with these changes. Added remotes stay, because no registry forgets a name. */
  const live = (change: Registry['names']) =>
    changeRegistry({ ...store, signingKey, publicKeys: { release: { key: publicKey } } }, 'test', (names) => ({
      ...names,
      ...good,
      ...change,
    }))
  await live({})
  const env = {
    RELEASES: folder,
    RELEASE_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    RELEASE_SIGNING_KEY: signingKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    METRICS_TOKEN: process.env.E2E_SERVICE_TOKEN ?? '',
    SERVER_RENDERING: String(serverRendering),
  }
  const withApi = { API_URL: '', DATABASE_URL: process.env.E2E_DATABASE_URL ?? '', PORTAL_DATA: join(folder, 'data') }
  const server = await startPortalAlone({ ...env, ...(ownApi && withApi) })
  const { url, log } = server

  /** @throws Error with the log when the portal has rejected the registry */
  async function untilLive(sequence: number): Promise<void> {
    const end = performance.now() + LIVE_WITHIN_MS
    while (performance.now() < end) {
      const response = await fetch(`${url}/registry.json`)
      if ((await response.json()).sequence === sequence) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`Registry ${sequence} is not live after ${LIVE_WITHIN_MS} ms: ${log().slice(-4_000)}`)
  }

  /** Stores a patched copy without putting it live. `original` is the copied release. */
  async function putPatchedCopy(
    name: string,
    ...patch: [change?: Change, overrides?: Overrides]
  ): Promise<PatchedCopy & { original: ReleasePointer }> {
    const original = good[name]?.current
    if (!original) throw new Error(`${name} is not built`)
    const copy = await createPatchedCopy(buildFolder(name, original.version), ...patch)
    await store.putRelease(name, copy.pointer.version, copy.folder)
    await rm(copy.folder, { recursive: true })
    return { ...copy, original }
  }

  /** Copies that `compose` has created, for later calls. */
  const copies = new Map<string, ReleasePointer>()
  async function findOrCreateCopy(name: string): Promise<ReleasePointer> {
    const known = copies.get(name)
    if (known) return known
    const { pointer } = await putPatchedCopy(name)
    copies.set(name, pointer)
    return pointer
  }

  async function releaseTogether(next: OfRemotes<Next>): Promise<OfRemotes<NextRelease>> {
    const made: Registry['names'] = {}
    const released: OfRemotes<NextRelease> = {}
    for (const [name, { change, previous }] of Object.entries(next) as [RemoteName, Next][]) {
      const copy = await putPatchedCopy(name, change)
      made[name] = { current: copy.pointer, history: previous ? [copy.original] : [] }
      released[name] = { ...copy, before: copy.original.version }
    }
    const { sequence } = await live(made)
    await untilLive(sequence)
    return released
  }

  return {
    url,
    folder,
    env,
    log,
    releaseTogether,
    async release(name, change, { previous } = { previous: true }) {
      return (await releaseTogether({ [name]: { change, previous } }))[name] as NextRelease
    },
    async releaseCanaries<Name extends string>(
      changes: Readonly<Record<Name, Change>>,
      share: CanaryShare = { percent: 50 },
    ) {
      let made = good
      const versions = {} as Record<Name, string>
      for (const [name, change] of Object.entries(changes) as [Name, Change][]) {
        const { pointer } = await putPatchedCopy(name, change)
        made = canaryStarted(made, name, pointer, share)
        versions[name] = pointer.version
      }
      const { sequence } = await live(made)
      await untilLive(sequence)
      return versions
    },
    async add(name, built) {
      const text = await readFile(join(built, 'release.json'), 'utf8')
      const { version, builtAt } = JSON.parse(text)
      await store.putRelease(name, version, built)
      const { sequence } = await live({
        [name]: { current: { version, integrity: toIntegrity(text), at: builtAt }, history: [] },
      })
      await untilLive(sequence)
    },
    async compose(kinds) {
      const made: Registry['names'] = {}
      for (const [name, kind] of Object.entries(kinds)) {
        const current = kind === 'built' ? good[name]?.current : await findOrCreateCopy(name)
        if (current) made[name] = { current, history: [] }
      }
      const { sequence } = await live(made)
      await untilLive(sequence)
    },
    async composeWith(react) {
      const made: Registry['names'] = {}
      for (const name of Object.keys(good)) {
        const { pointer } = await putPatchedCopy(name, undefined, { shared: { react } })
        made[name] = { current: pointer, history: [] }
      }
      const { sequence } = await live(made)
      await untilLive(sequence)
      return Object.fromEntries(Object.entries(made).map(([name, { current }]) => [name, current.version]))
    },
    async reset() {
      const { sequence } = await live({})
      await untilLive(sequence)
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

function buildFolder(name: string, version: string): string {
  return join(distFolder, 'releases', name, version)
}
