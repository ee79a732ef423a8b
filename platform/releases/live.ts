import type { FlagSetting } from '@portal/shared/manifest'
import type { Release, RemoteRelease, ShellRelease } from '../bundler/release.ts'
import { incompatibilities } from './compatibility/incompatibilities.ts'
import type { Audience, Registry, ReleasePointer } from './registry.ts'

/** What pages get of a registry. A release that is incompatible with the shell is neither `previous` nor a canary. */
export type LiveReleases = {
  /** Number of the registry; it only grows. */
  sequence: number
  shell: ShellRelease
  remotes: {
    name: string
    current: RemoteRelease
    /** What a page runs when the current release does not start. */
    previous?: RemoteRelease | undefined
    /** For `percent` of the browsers and for its audience, instead of the current release. */
    canary?: { release: RemoteRelease; percent: number; audience?: Audience | undefined } | undefined
    /** By name, those that are set. */
    flags?: Record<string, FlagSetting> | undefined
  }[]
}

type Remote = LiveReleases['remotes'][number]
type ReadRelease = <T extends Release>(name: string, pointer: ReleasePointer) => Promise<T>

/** Reads the releases of a registry with `read`, which is `readRelease` of a store. @throws what `read` throws */
export async function readLive(
  names: Registry['names'],
  read: ReadRelease,
): Promise<{ shell: ShellRelease | undefined; remotes: Remote[] }> {
  const { shell: host, ...remotes } = names
  const shell = host && (await read<ShellRelease>('shell', host.current))

  async function readRemote(name: string, pointer: ReleasePointer): Promise<RemoteRelease> {
    const { uncheckedShells } = pointer
    return { ...(await read<RemoteRelease>(name, pointer)), uncheckedShells }
  }

  async function readCompatible(name: string, pointer: ReleasePointer | undefined): Promise<RemoteRelease | undefined> {
    const release = pointer && (await readRemote(name, pointer))
    return release && shell && incompatibilities(shell, release).length === 0 ? release : undefined
  }

  async function readEntry([name, { current, history, canary, flags }]: [
    string,
    Registry['names'][string],
  ]): Promise<Remote> {
    const [release, previous, compatibleCanary] = await Promise.all([
      readRemote(name, current),
      readCompatible(name, history[0]),
      readCompatible(name, canary),
    ])
    const liveCanary = compatibleCanary &&
      canary && { release: compatibleCanary, percent: canary.percent, audience: canary.audience }
    return { name, current: release, previous, canary: liveCanary, flags }
  }

  return { shell, remotes: await Promise.all(Object.entries(remotes).map(readEntry)) }
}
