import { formatRelease, isShell, type Release, type RemoteRelease, type ShellRelease } from '../../bundler/release.ts'
import { entryPointers, type Registry } from '../registry.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { brokenBudget } from './budget.ts'
import { byItself, findConflicts, type Problem, problemsBetween } from './problem.ts'
import { brokenIcons, brokenRules } from './release-rules.ts'
import { readRollbackTargets } from './rollback-targets.ts'
import { brokenRoutes, lostAddresses } from './routes.ts'
import { brokenSlots, lostSlots, needlessOrders, overfullSlots } from './slots.ts'
import { brokenTypes } from './type-check.ts'

type Verdict = {
  /** Reasons why the releases must not go live as one change. Empty when they may. */
  problems: Problem[]
  /** Versions of earlier shells in which the remotes do not run, or with which they were not checked. */
  uncheckedShells: string[]
  /** What the releases prevent later, one line each. */
  notes: string[]
}

/** Returns where a joining remote does not compile with the types of shells that are live. */
export type CheckTypes = (remote: RemoteRelease, shells: readonly ShellRelease[]) => Promise<Problem[]>

/**
 * Checks releases that go live as one change: each must be compatible with the others of the set, a remote with the
 * current shell, and a shell with every remote. A remote that needs more than the previous shell has is released, and
 * the shell is rolled back with it then. By default a remote's types are those of the working copy.
 */
export async function checkReleases(
  joining: readonly Release[],
  names: Registry['names'],
  store: ReleaseStore,
  checkTypes: CheckTypes = ({ name }, shells) => brokenTypes(name, shells, store),
): Promise<Verdict> {
  const { targets, lost } = await readRollbackTargets(store, names, joining)
  const isPrevious = (file: Release) => isShell(file) && file.version !== names.shell?.current.version
  const others = targets.filter((file) => !isPrevious(file))
  const previous = targets.filter(isPrevious)
  const lostShell = lost.find(({ name, version }) => name === 'shell' && version === names.shell?.current.version)
  const problems = lostShell ? [byItself(lostShell.text)] : await findProblems(joining, others, checkTypes)
  const withPrevious =
    problems.length === 0 && previous.length > 0 ? await findProblems(joining, previous, checkTypes) : []
  const checked = [...joining, ...others, ...(withPrevious.length === 0 ? previous : [])]
  const shells = checked.filter(isShell).map(({ version }) => version)
  const registered = names.shell ? entryPointers(names.shell).map(({ version }) => version) : []
  return {
    problems,
    uncheckedShells: registered.filter((version) => !shells.includes(version)),
    notes: [
      ...lost.map(({ text }) => `Not compared, and shown to no page: ${text}`),
      ...withPrevious.map(
        ({ text }) =>
          `The shell cannot be rolled back by itself to ${previous.map(formatRelease).join()} after this: ${text}`,
      ),
    ],
  }
}

async function findProblems(
  joining: readonly Release[],
  others: readonly Release[],
  checkTypes: CheckTypes,
): Promise<Problem[]> {
  if (![...joining, ...others].some(isShell)) {
    return [byItself('No shell is released: `npm run release -- shell` in the repository of the portal comes first')]
  }
  const remotes = joining.flatMap((file) => (isShell(file) ? [] : file))
  const malformed = remotes.flatMap(brokenRules)
  // The other checks cannot read a malformed manifest.
  if (malformed.length > 0) return malformed.map(byItself)
  const problems = [
    ...remotes
      .flatMap((remote) => [
        ...brokenRoutes(remote),
        ...brokenIcons(remote),
        ...brokenSlots(remote),
        ...needlessOrders(remote),
        ...brokenBudget(remote),
      ])
      .map(byItself),
    ...overfullSlots(remotes, others).map(byItself),
    ...problemsBetween(joining, others, (file, other) => [
      ...findConflicts(file, other),
      ...lostAddresses(file, other),
      ...lostSlots(file, other),
    ]),
  ]
  if (problems.length > 0) return problems
  // This takes seconds, so it runs only for releases without other problems.
  for (const remote of remotes) problems.push(...(await checkTypes(remote, others.filter(isShell))))
  return problems
}
