import { type BuiltRelease, buildRelease } from '../../build/built-release.ts'
import { checkRelease } from '../gate/check-release.ts'
import { prune } from '../prune.ts'
import type { RegistryFile, ReleasePointer } from '../registry-file.ts'
import { releasesFrom } from '../release-settings.ts'
import { changeRegistry, storeRelease } from '../releases.ts'
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
  let pointer: ReleasePointer | undefined
  const { names } = await changeRegistry(releases, `${deed} ${name} ${built.version}`, async (before) => {
    const problems = await checkRelease(built, before, releases)
    if (problems.length > 0) throw new CommandError(refusal(built, problems))
    pointer ??= await storeRelease(releases, built)
    return change(before, pointer)
  })
  await prune(releases, name, names, say)
  return built
}

function refusal({ name, version }: BuiltRelease, problems: readonly string[]): string {
  return [`Refused: ${name} ${version} would break the portal`, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
