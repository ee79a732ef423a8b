import type { RegistryFile } from '../registry-file.ts'
import type { ReleaseFile, RemoteReleaseFile, ShellReleaseFile } from '../release.ts'
import { type Releases, readRelease } from '../releases.ts'

/** What a page may be given now, beside the release that is to join it. */
export type LiveReleases = {
  /** The current shell and the one that a rollback returns to. */
  shells: ShellReleaseFile[]
  /** Of each other remote: current, the one a page falls back to, canary. */
  remotes: RemoteReleaseFile[]
}

export async function readLive(
  releases: Releases,
  names: RegistryFile['names'],
  joining: string,
): Promise<LiveReleases> {
  const read = <T extends ReleaseFile>(name: string): Promise<T[]> => {
    const { current, history, canary } = names[name] ?? { history: [] }
    const pointers = [current, history[0], canary].filter((pointer) => pointer !== undefined)
    return Promise.all(pointers.map((pointer) => readRelease<T>(releases, name, pointer)))
  }
  const others = Object.keys(names).filter((name) => name !== joining && name !== 'shell')
  return {
    shells: await read<ShellReleaseFile>('shell'),
    remotes: (await Promise.all(others.map((name) => read<RemoteReleaseFile>(name)))).flat(),
  }
}

/** `mfe-tips 3f2a…` */
export function nameOf({ name, version }: ReleaseFile): string {
  return `${name} ${version}`
}
