import type { BuiltRelease } from '../../build/built-release.ts'
import { missingNames } from '../../build/shared-names.ts'
import { pointersOf, type RegistryFile } from '../registry-file.ts'
import type { ReleaseFile, RemoteReleaseFile, ShellReleaseFile } from '../release.ts'
import { type Releases, readRelease } from '../releases.ts'

/**
 * Why a release must not go live beside the others that are: one line each, with what and where. None: it may.
 * A remote is checked against the live shell, a shell against every release that a page may be given.
 */
export async function checkRelease(
  { name, file }: BuiltRelease,
  names: RegistryFile['names'],
  releases: Releases,
): Promise<string[]> {
  if (isShell(file)) {
    const remotes = Object.entries(names).filter(([other]) => other !== name)
    const live = await Promise.all(
      remotes.flatMap(([other, registered]) =>
        pointersOf(registered).map((pointer) => readRelease<RemoteReleaseFile>(releases, other, pointer)),
      ),
    )
    return live.flatMap((remote) => unmet(file, remote))
  }
  const pointer = names.shell?.current
  if (!pointer) return ['No shell is released: `pnpm release shell` comes first']
  return unmet(await readRelease<ShellReleaseFile>(releases, 'shell', pointer), file)
}

function unmet(shell: ShellReleaseFile, remote: RemoteReleaseFile): string[] {
  return missingNames(shell, remote).map(
    (missing) => `${remote.name} ${remote.version} uses what the shell ${shell.version} does not provide: ${missing}`,
  )
}

function isShell(file: ReleaseFile): file is ShellReleaseFile {
  return 'provides' in file
}
