import { CommandError, say } from '@portal/command/command'
import { buildRelease, readBuild } from '../../bundler/build-release.ts'
import { repository } from '../../bundler/paths.ts'
import { nameOf, type Release } from '../../bundler/release.ts'
import { missingCalls } from '../compatibility/api-calls.ts'
import { checkReleases } from '../compatibility/check-releases.ts'
import { describeProblems } from '../compatibility/problem.ts'
import { brokenRemoteTypes } from '../compatibility/remote-types.ts'
import { brokenServerBundles } from '../compatibility/server-bundles.ts'
import { putLive } from '../put-live.ts'
import { requireSigningKey } from '../read-only.ts'
import type { Registry, ReleasePointer } from '../registry.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { readSource } from './read-source.ts'

type Names = Registry['names']

/** Builds packages one after the other, since a machine of CI has the memory for one. Returns the folders of the builds. */
export async function buildReleases(names: readonly string[]): Promise<string[]> {
  const builds: string[] = []
  for (const name of names) builds.push(await buildRelease(name, say))
  return builds
}

/**
 * Checks builds against what is live at that moment, stores them and changes the registry, by all of them at once. Returns the
 * live registry. `action`: for the reason that the registry records. `origin`: the portal whose API has to have the calls of the builds.
 * @throws CommandError with every reason why the release is rejected, and the packages it conflicts with; what was live stays
 * live then
 * @throws Error when the registry is signed and there is no signing key
 */
export async function publish(
  store: ReleaseStore,
  builds: readonly string[],
  action: string,
  change: (names: Names, name: string, pointer: ReleasePointer) => Names,
  origin?: string,
): Promise<Registry> {
  await requireSigningKey(store)
  const releases = builds.map((folder) => readBuild<Release>(folder))
  const names = releases.map(nameOf).join(', ')
  const missing = origin ? await missingCalls(releases, origin) : []
  const check = async (live: Names) => {
    const { problems: found, uncheckedShells, notes } = await checkReleases(releases, live, store)
    const problems = [...missing, ...found]
    if (problems.length === 0) problems.push(...(await brokenServerBundles(builds, live, store)))
    if (problems.length === 0) problems.push(...(await brokenRemoteTypes(builds, live, store)))
    if (problems.length > 0) {
      throw new CommandError(`Refused: ${names} would break the portal\n${describeProblems(problems)}`)
    }
    notes.forEach(say)
    return uncheckedShells
  }
  const source = await readSource(repository, process.env)
  return putLive(store, builds, { reason: `${action} ${names}`, change, check, source, report: say })
}
