import { join } from 'node:path'
import { type CanaryShare, canaryStarted, type Registry, type ReleasePointer } from '@portal/platform/releases/registry'
import { type PortalServer, startPortalServer } from '../fixtures/portal-process.ts'
import type { Change, PatchedCopy } from './patched-copy.ts'
import { ReleaseFolder } from './release-folder.ts'

export type ReleasedName = 'shell' | RemoteName

export type RemoteName = 'mfe-tips' | 'mfe-payouts' | 'mfe-settings' | 'mfe-team'

/** `before`: the version of the built release. */
type NextRelease = PatchedCopy & { before: string }

const LIVE_WITHIN_MS = 300_000

export async function startReleasedPortal({
  hasServerRendering = true,
  hasOwnApi = false,
} = {}): Promise<ReleasedPortal> {
  const releases = await ReleaseFolder.create()
  const env = {
    ...releases.env,
    METRICS_TOKEN: process.env.E2E_SERVICE_TOKEN ?? '',
    SERVER_RENDERING: String(hasServerRendering),
  }
  const apiEnv = {
    API_URL: '',
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
    PORTAL_DATA: join(releases.path, 'data'),
  }
  const server = await startPortalServer({ ...env, ...(hasOwnApi && apiEnv) })
  return new ReleasedPortal(releases, env, server)
}

/** A portal server with its own releases, in front of the API of the portal under test. */
export class ReleasedPortal {
  /** The environment of servers and commands that use its releases. */
  readonly env: Readonly<Record<string, string>>
  readonly #releases: ReleaseFolder
  readonly #server: PortalServer
  /** Copies that `compose` has created, for later calls. */
  readonly #copies = new Map<string, ReleasePointer>()

  constructor(releases: ReleaseFolder, env: Readonly<Record<string, string>>, server: PortalServer) {
    this.#releases = releases
    this.env = env
    this.#server = server
  }

  get url(): string {
    return this.#server.url
  }

  /** The folder of its releases. */
  get folder(): string {
    return this.#releases.path
  }

  /** Returns its log so far. */
  log(): string {
    return this.#server.log()
  }

  /**
   * Puts a patched copy of a built release live, with the built one as its previous release; waits until pages get it.
   */
  async release(name: RemoteName, change?: Change, { hasPrevious } = { hasPrevious: true }): Promise<NextRelease> {
    const copy = await this.#releases.storePatchedCopy(name, change)
    await this.#putLive({ [name]: { current: copy.pointer, history: hasPrevious ? [copy.original] : [] } })
    return { ...copy, before: copy.original.version }
  }

  /**
   * Puts changed copies of built releases live as canaries; without a share for half of the browsers.
   * Returns versions by name.
   */
  async releaseCanaries<Name extends string>(
    changes: Readonly<Record<Name, Change>>,
    share: CanaryShare = { percent: 50 },
  ): Promise<Record<Name, string>> {
    let names: Registry['names'] = this.#releases.built
    const versions = {} as Record<Name, string>
    for (const [name, change] of Object.entries(changes) as [Name, Change][]) {
      const { pointer } = await this.#releases.storePatchedCopy(name, change)
      names = canaryStarted(names, name, pointer, share)
      versions[name] = pointer.version
    }
    await this.#putLive(names)
    return versions
  }

  /** Puts releases live together: for each name the built one, or a copy of it under another version. */
  async compose(kinds: Record<ReleasedName, 'built' | 'copy'>): Promise<void> {
    const names: Registry['names'] = {}
    for (const [name, kind] of Object.entries(kinds)) {
      const current = kind === 'built' ? this.#releases.built[name]?.current : await this.#findOrCreateCopy(name)
      if (current) names[name] = { current, history: [] }
    }
    await this.#putLive(names)
  }

  /** Puts copies of all packages live together that name another version of React. Returns versions by name. */
  async composeWith(react: string): Promise<Record<string, string>> {
    const names: Registry['names'] = {}
    for (const name of Object.keys(this.#releases.built)) {
      const { pointer } = await this.#releases.storePatchedCopy(name, undefined, { shared: { react } })
      names[name] = { current: pointer, history: [] }
    }
    await this.#putLive(names)
    return Object.fromEntries(Object.entries(names).map(([name, { current }]) => [name, current.version]))
  }

  /** Puts the built releases live again. Remotes that were added stay. */
  async reset(): Promise<void> {
    await this.#putLive({})
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    await this.#releases.delete()
  }

  async #findOrCreateCopy(name: string): Promise<ReleasePointer> {
    const known = this.#copies.get(name)
    if (known) return known
    const { pointer } = await this.#releases.storePatchedCopy(name)
    this.#copies.set(name, pointer)
    return pointer
  }

  /** @throws Error with the log when the portal has rejected the registry */
  async #putLive(names: Registry['names']): Promise<void> {
    const sequence = await this.#releases.putLive(names)
    const end = performance.now() + LIVE_WITHIN_MS
    while (performance.now() < end) {
      const response = await fetch(`${this.url}/registry.json`)
      if ((await response.json()).sequence === sequence) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`Registry ${sequence} is not live after ${LIVE_WITHIN_MS} ms: ${this.log().slice(-4_000)}`)
  }
}
