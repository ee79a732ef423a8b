import { CommandError } from '../../command/command.ts'
import { checkRollback } from '../gate/check-rollback.ts'
import type { Problem } from '../gate/problem.ts'
import { requireSigningKey } from '../read-only.ts'
import { canaryEnded, type RegistryFile, rolledBack } from '../registry-file.ts'
import { changeRegistry, type Releases } from '../releases.ts'

type Names = RegistryFile['names']

/**
 * Each name goes back by one release, or loses its canary, all by one registry; a name that is given twice goes back twice.
 * @throws CommandError when what would be live does not fit together, with what has to go back as well
 * @throws Error when what is there is signed and there is no key to sign with
 */
export async function withdraw(releases: Releases, wanted: readonly string[]): Promise<RegistryFile> {
  await requireSigningKey(releases)
  return changeRegistry(releases, `rollback ${wanted.join(', ')}`, async (before) => {
    const after = wanted.reduce(wentBack, before)
    const problems = await problemsOf(releases, before, after)
    if (problems.length > 0) throw new CommandError(refusal(problems, await wayBack(releases, before, wanted)))
    return after
  })
}

function wentBack(names: Names, name: string): Names {
  return names[name]?.canary ? canaryEnded(names, name) : rolledBack(names, name)
}

function problemsOf(releases: Releases, before: Names, after: Names): Promise<Problem[]> {
  const back = Object.keys(after).filter((name) => after[name]?.current.version !== before[name]?.current.version)
  return checkRollback(after, back, releases)
}

/** What has to go back so that all fits again, the wanted included. Undefined: no releases before do. */
async function wayBack(
  releases: Releases,
  before: Names,
  wanted: readonly string[],
): Promise<readonly string[] | undefined> {
  const after = wanted.reduce(wentBack, before)
  const [problem] = await problemsOf(releases, before, after)
  if (!problem) return wanted
  const { between } = problem
  // Where both go back already, the remote was released once more since then.
  const next = between.find((name) => !wanted.includes(name)) ?? between.find((name) => name !== 'shell')
  return next && after[next]?.history.length ? wayBack(releases, before, [...wanted, next]) : undefined
}

function refusal(problems: readonly Problem[], way: readonly string[] | undefined): string {
  const lines = problems.map(({ text }) => `  ${text}`)
  const wayOut = way ? `As one change: npm run release:rollback -- ${way.join(' ')}` : 'The way on is a new release'
  return ['Refused: the portal would break', ...lines, wayOut].join('\n')
}
