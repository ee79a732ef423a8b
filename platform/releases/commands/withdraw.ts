import { CommandError } from '@portal/command/command'
import { checkRollback } from '../compatibility/check-rollback.ts'
import { refusal } from '../compatibility/problem.ts'
import { requireSigningKey } from '../read-only.ts'
import { canaryEnded, type RegistryFile, rolledBack } from '../registry.ts'
import { changeRegistry, type Releases } from '../releases.ts'

type Names = RegistryFile['names']

/**
 * Each name goes back by one release, or loses its canary, all by one registry; a name that is given twice goes back twice.
 * @throws CommandError when what would be live does not fit together, with the packages that conflict
 * @throws Error when what is there is signed and there is no key to sign with
 */
export async function withdraw(releases: Releases, wanted: readonly string[]): Promise<RegistryFile> {
  await requireSigningKey(releases)
  return changeRegistry(releases, `rollback ${wanted.join(', ')}`, async (before) => {
    const after = wanted.reduce(wentBack, before)
    const back = Object.keys(after).filter((name) => after[name]?.current.version !== before[name]?.current.version)
    const problems = await checkRollback(after, back, releases)
    if (problems.length > 0) throw new CommandError(`Refused: the portal would break\n${refusal(problems)}`)
    return after
  })
}

function wentBack(names: Names, name: string): Names {
  return names[name]?.canary ? canaryEnded(names, name) : rolledBack(names, name)
}
