import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distFolder } from '@portal/shared/build/paths'
import { folderStore } from '@portal/shared/release/folder-store'
import {
  integrityOf,
  type RegisteredName,
  type RegistryFile,
  type ReleasePointer,
} from '@portal/shared/release/registry-file'
import { changeRegistry, readRegistry } from '@portal/shared/release/releases'
import { startPortalAlone } from './portal-alone.ts'
import { type Change, makeTwin, type Says, type Twin } from './twin.ts'

/** What has releases. */
export type ReleasedName = 'shell' | RemoteName

export type RemoteName = 'mfe-tips' | 'mfe-payouts' | 'mfe-settings'

/** A portal server of its own with its own releases, before the API of the portal under test. */
export type ReleasedPortal = {
  url: string
  /** Where its releases are. */
  folder: string
  /** What whoever serves or makes its releases is given. */
  env: Record<string, string>
  /** Its log so far. */
  said(): string
  /** Puts a twin of a good release live, changed, with the good one before it; waits until pages get it. */
  release(name: RemoteName, change?: Change, options?: { previous: boolean }): Promise<Twin & { before: string }>
  /** Puts a remote live that there was none of, from the folder of its build. */
  add(name: string, built: string): Promise<void>
  /** Puts releases live together: of each name the one that was built, or a twin of it. */
  compose(names: Record<ReleasedName, 'built' | 'twin'>): Promise<void>
  /** Puts twins of all live together that were built with another version of React. Returns versions by name. */
  composeWith(react: string): Promise<Record<string, string>>
  /** Puts a text in the place of the next registry. */
  addRegistry(text: (names: RegistryFile['names'], sequence: number) => string): Promise<void>
  /** Everything as it was built. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function startReleasedPortal(): Promise<ReleasedPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-releases-'))
  const store = folderStore(folder)
  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519')
  const { names } = await readRegistry({ store: folderStore(distFolder) })
  const good: RegistryFile['names'] = {}
  for (const [name, { current }] of Object.entries(names)) {
    await store.putRelease(name, current.version, builtOf(name, current.version))
    good[name] = { current, history: [] }
  }
  const live = (change: Record<string, RegisteredName>) =>
    changeRegistry({ store, signingKey, publicKey }, 'test', () => ({ ...good, ...change }))
  await live({})
  const env = {
    RELEASES: folder,
    RELEASE_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    RELEASE_SIGNING_KEY: signingKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    METRICS_TOKEN: process.env.E2E_SERVICE_TOKEN ?? '',
  }
  const server = await startPortalAlone(env)
  const { url, said } = server

  async function untilLive(sequence: number): Promise<void> {
    for (;;) {
      const answer = await fetch(`${url}/registry.json`)
      if ((await answer.json()).sequence === sequence) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Put, not live. `of`: what it is a twin of. */
  async function putTwin(
    name: string,
    ...planted: [change?: Change, says?: Says]
  ): Promise<Twin & { of: ReleasePointer }> {
    const of = good[name]?.current
    if (!of) throw new Error(`${name} is not built`)
    const twin = await makeTwin(builtOf(name, of.version), ...planted)
    await store.putRelease(name, twin.pointer.version, twin.folder)
    await rm(twin.folder, { recursive: true })
    return { ...twin, of }
  }

  /** Made once; it stays among the releases. */
  const twins = new Map<string, ReleasePointer>()
  async function twinOf(name: string): Promise<ReleasePointer> {
    const known = twins.get(name)
    if (known) return known
    const { pointer } = await putTwin(name)
    twins.set(name, pointer)
    return pointer
  }

  return {
    url,
    folder,
    env,
    said,
    async release(name, change, { previous } = { previous: true }) {
      const twin = await putTwin(name, change)
      const { sequence } = await live({ [name]: { current: twin.pointer, history: previous ? [twin.of] : [] } })
      await untilLive(sequence)
      return { ...twin, before: twin.of.version }
    },
    async add(name, built) {
      const text = await readFile(join(built, 'release.json'), 'utf8')
      const { version, builtAt } = JSON.parse(text)
      await store.putRelease(name, version, built)
      const { sequence } = await live({
        [name]: { current: { version, integrity: integrityOf(text), at: builtAt }, history: [] },
      })
      await untilLive(sequence)
    },
    async compose(wanted) {
      const made: Record<string, RegisteredName> = {}
      for (const [name, kind] of Object.entries(wanted)) {
        const current = kind === 'built' ? good[name]?.current : await twinOf(name)
        if (current) made[name] = { current, history: [] }
      }
      const { sequence } = await live(made)
      await untilLive(sequence)
    },
    async composeWith(react) {
      const made: Record<string, RegisteredName> = {}
      for (const name of Object.keys(good)) {
        const { pointer } = await putTwin(name, undefined, { shared: { react } })
        made[name] = { current: pointer, history: [] }
      }
      const { sequence } = await live(made)
      await untilLive(sequence)
      return Object.fromEntries(Object.entries(made).map(([name, { current }]) => [name, current.version]))
    },
    async addRegistry(text) {
      const [newest = 0] = await store.listRegistries()
      await store.addRegistry(newest + 1, text(good, newest + 1))
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

function builtOf(name: string, version: string): string {
  return join(distFolder, 'releases', name, version)
}
