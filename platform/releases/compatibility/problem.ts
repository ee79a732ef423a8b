import { packageNames } from '../../bundler/paths.ts'
import { isShell, type Release } from '../../bundler/release.ts'
import { incompatibilities } from './incompatibilities.ts'
import { takenLabels } from './labels.ts'
import { takenPaths } from './routes.ts'
import { takenSlots } from './slots.ts'

/** Why a release must not go live. */
export type Problem = {
  /** One line, with what and where. */
  text: string
  /** Names of the two builds that conflict; empty when the release is invalid by itself. */
  between: string[]
}

export function byItself(text: string): Problem {
  return { text, between: [] }
}

/**
 * Returns what `check` reports for each pair of a joining release and another release, which joins too or is live.
 */
export function problemsBetween(
  joining: readonly Release[],
  others: readonly Release[],
  check: (file: Release, other: Release) => string[],
): Problem[] {
  const problems = joining.flatMap((file) =>
    [...joining, ...others]
      .filter(({ name }) => name !== file.name)
      .flatMap((other) => check(file, other).map((text) => ({ text, between: [file.name, other.name] }))),
  )
  // Two releases of the set are checked against each other twice, and another name may have several releases.
  return [...new Map(problems.map((problem) => [problem.text, problem])).values()]
}

/**
 * Lists the problems, how packages change together, and the pairs that conflict. `ownPackages` are those that this
 * repository can build.
 */
export function describeProblems(
  problems: readonly Problem[],
  command: 'release' | 'release:rollback',
  ownPackages = packageNames,
): string {
  const pairs = problems.map(({ between }) => between).filter((between) => between.length > 0)
  if (pairs.length === 0) return problems.map(({ text }) => `  ${text}`).join('\n')
  const together = [...new Set(pairs.flat())].sort()
  const conflicts = pairs.map((between) => [...between].sort().join(' × '))
  return [
    ...problems.map(({ text }) => `  ${text}`),
    ...(command === 'release:rollback' || together.every((name) => ownPackages.includes(name))
      ? [`Where both sides have to change: npm run ${command} -- ${together.join(' ')}`]
      : repositorySteps(together)),
    `Conflicts: ${[...new Set(conflicts)].join(', ')}`,
  ].join('\n')
}

/** Packages of several repositories meet in a store that no browser uses, from which one command puts them live. */
function repositorySteps(names: readonly string[]): string[] {
  const remotes = names.filter((name) => name !== 'shell')
  return [
    'Where both sides have to change, in this order (docs/upgrading.md of the portal, “Several repositories”):',
    '  1. the portal:  RELEASES=<a new store> PORTAL_ORIGIN= npm run release -- shell',
    ...remotes.map(
      (name, index) =>
        `  ${index + 2}. ${name}, with the SDK of that shell:  RELEASES=<that store> PORTAL_ORIGIN= npm run release -- ${name}`,
    ),
    `  ${remotes.length + 2}. the portal:  FROM_PUBLIC_KEY=<the keys that signed it> npm run release:promote -- ${names.join(' ')} --from <that store>`,
  ]
}

/** Returns why two releases cannot be in one page. */
export function findConflicts(file: Release, other: Release): string[] {
  if (isShell(file)) return isShell(other) ? [] : findConflicts(other, file)
  return [
    ...(isShell(other) ? incompatibilities(other, file) : []),
    ...takenPaths(file, other),
    ...takenSlots(file, other),
    ...takenLabels(file, other),
  ]
}
