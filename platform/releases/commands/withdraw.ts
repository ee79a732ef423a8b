import { CommandError } from '@portal/command/command'
import { checkRollback } from '../compatibility/check-rollback.ts'
import { describeProblems } from '../compatibility/problem.ts'
import { requireSigningKey } from '../read-only.ts'
import { canaryEnded, type Registry, rolledBack } from '../registry.ts'
import { changeRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'

type Names = Registry['names']

/**
 * Each name goes back by one release, or loses its canary, all by one registry; a name that is given twice goes back twice.
 * @throws CommandError when what would be live is incompatible, with the packages that conflict
 * @throws Error when what is there is signed and there is no key to sign with
 */
export async function withdraw(store: ReleaseStore, wanted: readonly string[]): Promise<Registry> {
  await requireSigningKey(store)
  return changeRegistry(store, `rollback ${wanted.join(', ')}`, async (before) => {
    const after = wanted.reduce(rolledBackOnce, before)
    const back = Object.keys(after).filter((name) => after[name]?.current.version !== before[name]?.current.version)
    const problems = await checkRollback(after, back, store)
    if (problems.length > 0) throw new CommandError(`Refused: the portal would break\n${describeProblems(problems)}`)
    return after
  })
}

function rolledBackOnce(names: Names, name: string): Names {
  return names[name]?.canary ? canaryEnded(names, name) : rolledBack(names, name)
}
