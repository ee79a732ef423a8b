import type { ReleaseFile, RemoteReleaseFile, ShellReleaseFile } from '../bundler/release.ts'
import { misfits } from './compatibility/incompatibilities.ts'
import type { RegisteredName, RegistryFile, ReleasePointer } from './registry.ts'

/** What pages are given. */
export type LiveReleases = { shell: ShellReleaseFile | undefined; remotes: LiveRemote[] }

/** A release that does not fit the shell is none to fall back to, nor a canary. */
export type LiveRemote = {
  name: string
  current: RemoteReleaseFile
  /** What a page runs when the current one does not start. */
  previous?: RemoteReleaseFile | undefined
  /** For `percent` of the browsers, instead of the current one. */
  canary?: { release: RemoteReleaseFile; percent: number } | undefined
}

export type ReadRelease = <T extends ReleaseFile>(name: string, pointer: ReleasePointer) => Promise<T>

/** What a registry gives to pages. `read`: as `readRelease` does. @throws what `read` throws */
export async function readLive(names: RegistryFile['names'], read: ReadRelease): Promise<LiveReleases> {
  const { shell: host, ...remotes } = names
  const shell = host && (await read<ShellReleaseFile>('shell', host.current))

  async function readRelease(name: string, pointer: ReleasePointer): Promise<RemoteReleaseFile> {
    const { uncheckedShells } = pointer
    return { ...(await read<RemoteReleaseFile>(name, pointer)), uncheckedShells }
  }

  async function fitting(name: string, pointer: ReleasePointer | undefined): Promise<RemoteReleaseFile | undefined> {
    const release = pointer && (await readRelease(name, pointer))
    return release && shell && misfits(shell, release).length === 0 ? release : undefined
  }

  async function readRemote(name: string, { current, history, canary }: RegisteredName): Promise<LiveRemote> {
    const [release, previous, tried] = await Promise.all([
      readRelease(name, current),
      fitting(name, history[0]),
      fitting(name, canary),
    ])
    return { name, current: release, previous, canary: tried && canary && { release: tried, percent: canary.percent } }
  }

  return { shell, remotes: await Promise.all(Object.entries(remotes).map((entry) => readRemote(...entry))) }
}
