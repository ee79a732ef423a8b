import { type BuiltRelease, buildRelease, pointerTo } from '../../build/built-release.ts'
import { checkRelease } from '../gate/check-release.ts'
import type { RegistryFile, ReleasePointer } from '../registry-file.ts'
import { releasesFrom } from '../release-settings.ts'
import { changeRegistry, pruneReleases } from '../releases.ts'
import { CommandError, say } from './command.ts'

type Names = RegistryFile['names']

/**
 * Builds a package, checks it against what is live at that moment, stores it and changes the registry.
 * @throws CommandError with every reason why the release is refused; nothing was written then
 */
export async function publish(
  name: string,
  deed: string,
  change: (names: Names, pointer: ReleasePointer) => Names,
): Promise<BuiltRelease> {
  const releases = releasesFrom(process.env)
  const built = await buildRelease(name, say)
  const pointer = pointerTo(built)
  let stored = false
  const { names } = await changeRegistry(releases, `${deed} ${name} ${built.version}`, async (before) => {
    const problems = await checkRelease(built, before, releases)
    if (problems.length > 0) throw new CommandError(refusal(built, problems))
    if (!stored) await releases.store.putRelease(name, built.version, built.folder)
    stored = true
    return change(before, pointer)
  })
  await pruneReleases(releases, name, names)
  return built
}

function refusal({ name, version }: BuiltRelease, problems: readonly string[]): string {
  return [`Refused: ${name} ${version} would break the portal`, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
