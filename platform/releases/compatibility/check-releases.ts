import { isShell, type Release } from '../../bundler/release.ts'
import { pointersOf, type Registry } from '../registry.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { brokenBudget } from './budget.ts'
import { byItself, findConflicts, type Problem, problemsBetween } from './problem.ts'
import { readRollbackTargets } from './rollback-targets.ts'
import { brokenRoutes, lostAddresses } from './routes.ts'
import { brokenTypes } from './type-check.ts'

type Verdict = {
  /** Reasons why the releases must not go live as one change; none when they may. */
  problems: Problem[]
  /** Versions of earlier shells with which the remotes were not checked. */
  uncheckedShells: string[]
}

/**
 * Checks releases that go live as one change: each must be compatible with the others of the set, a remote with every shell that
 * a page may have, and a shell with every remote.
 */
export async function checkReleases(
  joining: readonly Release[],
  names: Registry['names'],
  store: ReleaseStore,
): Promise<Verdict> {
  const others = await readRollbackTargets(store, names, joining)
  const shells = [...joining, ...others].filter(isShell).map(({ version }) => version)
  const registered = names.shell ? pointersOf(names.shell).map(({ version }) => version) : []
  return {
    problems: await problemsOf(joining, others, store),
    uncheckedShells: registered.filter((version) => !shells.includes(version)),
  }
}

async function problemsOf(
  joining: readonly Release[],
  others: readonly Release[],
  store: ReleaseStore,
): Promise<Problem[]> {
  if (![...joining, ...others].some(isShell)) {
    return [byItself('No shell is released: `npm run release -- shell` comes first')]
  }
  const remotes = joining.flatMap((file) => (isShell(file) ? [] : file))
  const problems = [
    ...remotes.flatMap((remote) => [...brokenRoutes(remote), ...brokenBudget(remote)]).map(byItself),
    ...problemsBetween(joining, others, (file, other) => [
      ...findConflicts(file, other),
      ...lostAddresses(file, other),
    ]),
  ]
  if (problems.length > 0) return problems
  // This takes seconds, so it runs only for releases without other problems.
  for (const { name } of remotes) problems.push(...(await brokenTypes(name, others.filter(isShell), store)))
  return problems
}
