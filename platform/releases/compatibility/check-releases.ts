import type { BuiltRelease } from '../../bundler/build-release.ts'
import { isShell, type ReleaseFile } from '../../bundler/release.ts'
import { pointersOf, type RegistryFile } from '../registry.ts'
import type { Releases } from '../releases.ts'
import { brokenBudget } from './budget.ts'
import { byItself, clashes, type Problem, problemsBetween } from './problem.ts'
import { readStaying } from './rollback-targets.ts'
import { brokenRoutes, lostAddresses } from './routes.ts'
import { brokenTypes } from './type-check.ts'

type Verdict = {
  /** Why the releases must not go live as one change, beside what stays live. None: they may. */
  problems: Problem[]
  /** Versions of shells there have been that the remotes are not held to. */
  uncheckedShells: string[]
}

/** Each must fit the others of the set, a remote every shell that a page may have, a shell every remote. */
export async function checkReleases(
  built: readonly BuiltRelease[],
  names: RegistryFile['names'],
  releases: Releases,
): Promise<Verdict> {
  const joining = built.map(({ file }) => file)
  const staying = await readStaying(releases, names, joining)
  const shells = [...joining, ...staying].filter(isShell).map(({ version }) => version)
  const registered = names.shell ? pointersOf(names.shell).map(({ version }) => version) : []
  return {
    problems: await problemsOf(joining, staying, releases),
    uncheckedShells: registered.filter((version) => !shells.includes(version)),
  }
}

async function problemsOf(
  joining: readonly ReleaseFile[],
  staying: readonly ReleaseFile[],
  releases: Releases,
): Promise<Problem[]> {
  if (![...joining, ...staying].some(isShell)) {
    return [byItself('No shell is released: `npm run release -- shell` comes first')]
  }
  const remotes = joining.flatMap((file) => (isShell(file) ? [] : file))
  const problems = [
    ...remotes.flatMap((remote) => [...brokenRoutes(remote), ...brokenBudget(remote)]).map(byItself),
    ...problemsBetween(joining, staying, (file, other) => [...clashes(file, other), ...lostAddresses(file, other)]),
  ]
  if (problems.length > 0) return problems
  // Takes seconds, and is for releases that are right otherwise.
  for (const { name } of remotes) problems.push(...(await brokenTypes(name, staying.filter(isShell), releases)))
  return problems
}
