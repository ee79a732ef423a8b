import { isShell, type Release } from '../../bundler/release.ts'
import { incompatibilities } from './incompatibilities.ts'
import { takenPaths } from './routes.ts'

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

/** Returns what `check` reports of each joining release beside each other one, whether that joins too or is live already. */
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

/** Lists the problems, then the pairs of packages that conflict: a pair that has to change together is released as one change. */
export function describeProblems(problems: readonly Problem[]): string {
  const pairs = problems
    .filter(({ between }) => between.length > 0)
    .map(({ between }) => [...between].sort().join(' × '))
  return [
    ...problems.map(({ text }) => `  ${text}`),
    ...(pairs.length > 0 ? [`Conflicts: ${[...new Set(pairs)].join(', ')}`] : []),
  ].join('\n')
}

/** Returns why two releases cannot be in one page. */
export function findConflicts(file: Release, other: Release): string[] {
  if (isShell(file)) return isShell(other) ? [] : findConflicts(other, file)
  return [...(isShell(other) ? incompatibilities(other, file) : []), ...takenPaths(file, other)]
}
