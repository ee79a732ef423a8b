import { CommandError, say } from '@portal/command/command'
import { type BuiltRelease, buildRelease } from '../../bundler/build-release.ts'
import { nameOf } from '../../bundler/release.ts'
import { checkReleases } from '../compatibility/check-releases.ts'
import { refusal } from '../compatibility/problem.ts'
import { putLive } from '../put-live.ts'
import { requireSigningKey } from '../read-only.ts'
import type { RegistryFile, ReleasePointer } from '../registry.ts'
import type { Releases } from '../releases.ts'

type Names = RegistryFile['names']

/** One after the other: a machine of CI has the memory for one. */
export async function buildReleases(names: readonly string[]): Promise<BuiltRelease[]> {
  const built: BuiltRelease[] = []
  for (const name of names) built.push(await buildRelease(name, say))
  return built
}

/**
 * Checks builds against what is live at that moment, stores them and changes the registry, by all of them at once.
 * @throws CommandError with every reason why the release is refused, and the packages it conflicts with; what was live stays
 * live then
 * @throws Error when what is there is signed and there is no key to sign with
 */
export async function publish(
  releases: Releases,
  built: readonly BuiltRelease[],
  deed: string,
  change: (names: Names, name: string, pointer: ReleasePointer) => Names,
): Promise<void> {
  await requireSigningKey(releases)
  const check = async (names: Names) => {
    const { problems, uncheckedShells } = await checkReleases(built, names, releases)
    if (problems.length > 0) {
      throw new CommandError(`Refused: ${built.map(nameOf).join(', ')} would break the portal\n${refusal(problems)}`)
    }
    return uncheckedShells
  }
  await putLive(releases, built, { reason: `${deed} ${built.map(nameOf).join(', ')}`, change, check, report: say })
}
