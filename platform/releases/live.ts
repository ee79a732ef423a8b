import type { FlagSetting } from '@portal/shared/manifest'
import type { Release, RemoteRelease, ShellRelease } from '../bundler/release.ts'
import { incompatibilities } from './compatibility/incompatibilities.ts'
import { brokenRules } from './compatibility/release-rules.ts'
import { brokenRoutes } from './compatibility/routes.ts'
import { brokenSlots } from './compatibility/slots.ts'
import type { Audience, Preview, Registry, ReleasePointer } from './registry.ts'
import { unlessDamaged } from './stores/release-content.ts'

/** What pages get from a registry. Only releases that are compatible with the shell are `previous` or a canary. */
export type LiveReleases = {
  /** Number of the registry; it only grows. */
  sequence: number
  shell: ShellRelease
  remotes: LiveRemote[]
  /** The remote whose release is a preview, only for a user who has chosen it. */
  preview?: Pick<Preview, 'name' | 'version' | 'until'>
}

export type LiveRemote = {
  name: string
  current: RemoteRelease
  /** What a page runs when the current release does not start. */
  previous?: RemoteRelease | undefined
  /** Replaces the current release for `percent` of the browsers and for its audience. */
  canary?: { release: RemoteRelease; percent: number; audience?: Audience | undefined } | undefined
  /** The flags that are set, by name. */
  flags?: Record<string, FlagSetting> | undefined
}

/** Returns why a release is not served, one line each. */
export function whyUnusable(release: RemoteRelease): string[] {
  const broken = brokenRules(release)
  return broken.length > 0 ? broken : [...brokenRoutes(release), ...brokenSlots(release)]
}

type ReadRelease = <T extends Release>(name: string, pointer: ReleasePointer) => Promise<T>

/** A release that pages do not get, and why. */
export type LostRelease = { name: string; version: string; text: string }

/**
 * Reads the releases of a registry with `read`, which is `readRelease` of a store. If a current release is lost,
 * damaged or breaks the rules, pages get the previous release, or the one in `last`, which they have got until now.
 * Without both, pages do not get the remote.
 * @throws the error of `read` if the release is not its cause, such as for a store that is unavailable
 */
export async function readLive(
  names: Registry['names'],
  read: ReadRelease,
  last: readonly LiveRemote[] = [],
): Promise<{ shell: ShellRelease | undefined; remotes: LiveRemote[]; lost: LostRelease[] }> {
  const { shell: host, ...remotes } = names
  const lost: LostRelease[] = []
  const readUnlessDamaged = <T extends Release>(name: string, pointer: ReleasePointer) =>
    unlessDamaged(read<T>(name, pointer), ({ message: text }) => lost.push({ name, version: pointer.version, text }))
  const shell = host && (await readUnlessDamaged<ShellRelease>('shell', host.current))

  async function readUsable(name: string, pointer: ReleasePointer): Promise<RemoteRelease | undefined> {
    const release = await readUnlessDamaged<RemoteRelease>(name, pointer)
    const broken = release ? whyUnusable(release) : []
    if (broken.length > 0) lost.push({ name, version: pointer.version, text: broken.join('; ') })
    return release && broken.length === 0 ? { ...release, uncheckedShells: pointer.uncheckedShells } : undefined
  }

  const compatible = (release: RemoteRelease | undefined) =>
    release && shell && incompatibilities(shell, release).length === 0 ? release : undefined
  const readCompatible = async (name: string, pointer: ReleasePointer | undefined) =>
    pointer && compatible(await readUsable(name, pointer))

  async function readEntry([name, entry]: [string, Registry['names'][string]]): Promise<LiveRemote[]> {
    const { history, flags } = entry
    const [usable, previous, canary] = await Promise.all([
      readUsable(name, entry.current),
      readCompatible(name, history[0]),
      readCompatible(name, entry.canary),
    ])
    const current = usable ?? previous ?? compatible(last.find((remote) => remote.name === name)?.current)
    if (!current) return []
    const { percent = 0, audience } = entry.canary ?? {}
    return [
      { name, current, previous: usable && previous, canary: canary && { release: canary, percent, audience }, flags },
    ]
  }

  // Sorted by name, because the order in a registry depends on its writers.
  const entries = Object.entries(remotes).sort(([one], [other]) => one.localeCompare(other))
  return { shell, remotes: (await Promise.all(entries.map(readEntry))).flat(), lost }
}
