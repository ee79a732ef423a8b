import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, say } from '@portal/command/command'
import { readBuild } from '../../bundler/build-release.ts'
import { repository } from '../../bundler/paths.ts'
import { apiTypesFile, formatRelease, isShell, type Release } from '../../bundler/release.ts'
import { missingCalls } from '../compatibility/api-calls.ts'
import { type CheckTypes, checkReleases } from '../compatibility/check-releases.ts'
import { brokenShellTypes } from '../compatibility/compiler.ts'
import { describeProblems, type Problem } from '../compatibility/problem.ts'
import { brokenRemoteTypes, brokenStoredTypes } from '../compatibility/remote-types.ts'
import { brokenServerBundles } from '../compatibility/server-bundles.ts'
import { brokenTypes } from '../compatibility/type-check.ts'
import { putLive, type ReleaseOrigin } from '../put-live.ts'
import { requireSigningKey } from '../read-only.ts'
import type { Names, Registry, ReleasePointer } from '../registry.ts'
import { recordRejection } from '../rejections.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { readActor, readSource } from './read-source.ts'

export type PublishOptions = {
  /** The portal whose API must have the calls of the builds. */
  origin?: string | undefined
  /** What is known of builds that were released before, by name. Others are made from this working copy. */
  stored?: ReadonlyMap<string, StoredBuild>
  /** Whether the tests of the other builds were left out. */
  isUntested?: boolean | undefined
}

/** `integrity` is the hash of release.json. */
export type StoredBuild = { integrity: string; origin: ReleaseOrigin }

/**
 * Checks builds against the live releases, stores them and makes all of them live in one step. Returns the live
 * registry, whose reason begins with `action`.
 * @throws CommandError with every reason why the release is rejected and the packages that it conflicts with
 * @throws Error when the registry is signed and there is no signing key
 */
export async function publish(
  store: ReleaseStore,
  builds: readonly string[],
  action: string,
  change: (names: Names, name: string, pointer: ReleasePointer) => Names,
  { origin, stored = new Map(), isUntested = false }: PublishOptions = {},
): Promise<Registry> {
  const releases = builds.map((folder) => readBuild<Release>(folder))
  await requireSigningKey(
    store,
    releases.map(({ name }) => name),
  )
  const names = releases.map(formatRelease).join(', ')
  const by = readActor(process.env)
  const missing = origin ? await missingCalls(releases, origin) : []
  const check = async (live: Names) => {
    const { problems, uncheckedShells } = await compare(store, builds, releases, live, { missing, stored })
    if (problems.length > 0) {
      const texts = problems.map(({ text }) => text)
      await recordRejection(store, { by, releases, problems: texts }, say)
      throw refused(releases, problems)
    }
    return uncheckedShells
  }
  const source = await readSource(repository, process.env)
  return putLive(store, builds, {
    reason: `${action} ${names}`,
    by,
    change: (before, name, pointer) => {
      const { integrity = pointer.integrity } = stored.get(name) ?? {}
      if (integrity !== pointer.integrity) {
        throw new CommandError(
          `Another build of ${name} ${pointer.version} is stored there: the bytes would not be the same`,
        )
      }
      return change(before, name, pointer)
    },
    check,
    toOrigin: (name) =>
      stored.get(name)?.origin ?? { source, ...(isUntested && name !== 'shell' && { untested: true }) },
    report: say,
  })
}

/**
 * Checks the build of a preview as that of a release. @throws CommandError with every reason why it is rejected
 */
export async function requireCompatible(store: ReleaseStore, build: string, live: Names, origin = ''): Promise<void> {
  const releases = [readBuild<Release>(build)]
  const missing = origin ? await missingCalls(releases, origin) : []
  const { problems } = await compare(store, [build], releases, live, { missing })
  if (problems.length > 0) throw refused(releases, problems)
}

type Comparison = { problems: Problem[]; uncheckedShells: string[] }

/** Compares builds, with their `releases`, with what is live. `missing` are calls that the API does not have. */
async function compare(
  store: ReleaseStore,
  builds: readonly string[],
  releases: readonly Release[],
  live: Names,
  { missing, stored = new Map() }: Pick<PublishOptions, 'stored'> & { missing: readonly Problem[] },
): Promise<Comparison> {
  const checkTypes = typesChecked(store, builds, stored)
  const { problems: found, uncheckedShells, notes } = await checkReleases(releases, live, store, checkTypes)
  const problems = [...missing, ...found]
  if (problems.length === 0) problems.push(...(await brokenServerBundles(builds, live, store, say)))
  if (problems.length === 0) problems.push(...(await brokenRemoteTypes(builds, live, store, say)))
  // The types of a shell that was built earlier were checked at that time.
  const isNewShell = releases.some(isShell) && !stored.has('shell')
  if (problems.length === 0 && isNewShell) problems.push(...(await brokenShellTypes()))
  if (problems.length === 0) notes.forEach(say)
  return { problems, uncheckedShells }
}

function refused(releases: readonly Release[], problems: readonly Problem[]): CommandError {
  const names = releases.map(formatRelease).join(', ')
  return new CommandError(`Refused: ${names} would break the portal\n${describeProblems(problems, 'release')}`)
}

/**
 * Returns the function that checks the types of a remote. A remote that was built earlier is checked by its own
 * sources, others are checked by the sources of this working copy.
 */
function typesChecked(
  store: ReleaseStore,
  builds: readonly string[],
  stored: ReadonlyMap<string, StoredBuild>,
): CheckTypes | undefined {
  if (stored.size === 0) return undefined
  const buildFolder = (name: string) => builds.find((folder) => readBuild(folder).name === name)
  const shellFolder = buildFolder('shell')
  const typesFile = shellFolder && join(shellFolder, apiTypesFile)
  const ofJoining = typesFile && existsSync(typesFile) ? readFileSync(typesFile, 'utf8') : undefined
  return async ({ name }, shells) => {
    const folder = stored.has(name) && buildFolder(name)
    return folder ? brokenStoredTypes(folder, shells, store, ofJoining) : brokenTypes(name, shells, store)
  }
}
