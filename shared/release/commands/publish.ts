import { type BuiltRelease, buildRelease } from '../../build/built-release.ts'
import { CommandError, say } from '../../command/command.ts'
import { checkReleases } from '../gate/check-releases.ts'
import type { Problem } from '../gate/problem.ts'
import { putLive } from '../put-live.ts'
import { requireSigningKey } from '../read-only.ts'
import type { RegistryFile, ReleasePointer } from '../registry-file.ts'
import { nameOf } from '../release.ts'
import type { Releases } from '../releases.ts'

type Names = RegistryFile['names']

/** One after the other: a machine of CI has the memory for one. */
export async function buildReleases(names: readonly string[]): Promise<BuiltRelease[]> {
  const built: BuiltRelease[] = []
  for (const name of names) built.push(await buildRelease(name, say))
  return built
}

type Build = typeof buildReleases

/**
 * Checks builds against what is live at that moment, stores them and changes the registry, by all of them at once. `build`:
 * for what would have to come along, where they are refused.
 * @throws CommandError with every reason why the release is refused; what was live stays live then
 * @throws Error when what is there is signed and there is no key to sign with
 */
export async function publish(
  releases: Releases,
  built: readonly BuiltRelease[],
  deed: string,
  change: (names: Names, name: string, pointer: ReleasePointer) => Names,
  build: Build = buildReleases,
): Promise<void> {
  await requireSigningKey(releases)
  const check = async (names: Names) => {
    const { problems, uncheckedShells } = await checkReleases(built, names, releases)
    if (problems.length > 0) {
      const way = await wayOut(built, problems, names, releases, build).catch(() => undefined)
      throw new CommandError(refusal(built, problems, way))
    }
    return uncheckedShells
  }
  await putLive(releases, built, { reason: `${deed} ${built.map(nameOf).join(', ')}`, change, check, report: say })
}

/** Names that would go live as one change, the refused included. Undefined: this working copy has none that help. */
async function wayOut(
  refused: readonly BuiltRelease[],
  problems: readonly Problem[],
  names: Names,
  releases: Releases,
  build: Build,
): Promise<string[] | undefined> {
  const own = refused.map(({ name }) => name)
  if (problems.length === 0) return own
  const others = [...new Set(problems.flatMap(({ between }) => between))].filter((name) => !own.includes(name))
  // What is wrong by itself is wrong in any company.
  if (others.length === 0 || problems.some(({ between }) => between.length === 0)) return undefined
  say(`It does not go like this; trying it with ${others.join(', ')}`)
  const together = [...refused, ...(await build(others))]
  return wayOut(together, (await checkReleases(together, names, releases)).problems, names, releases, build)
}

function refusal(
  built: readonly BuiltRelease[],
  problems: readonly Problem[],
  way: readonly string[] | undefined,
): string {
  return [
    `Refused: ${built.map(nameOf).join(', ')} would break the portal`,
    ...problems.map(({ text }) => `  ${text}`),
    ...(way ? [`As one change: npm run release -- ${way.join(' ')}`] : []),
  ].join('\n')
}
