import { CommandError } from '@portal/command/command'
import { checkRollback } from '../compatibility/check-rollback.ts'
import { describeProblems } from '../compatibility/problem.ts'
import { requireSigningKey } from '../read-only.ts'
import { canaryEnded, type Names, type Registry, rolledBack } from '../registry.ts'
import { changeRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'

/**
 * Rolls each name back by one release, or ends its canary, by one registry;
 * a name that is listed twice is rolled back twice.
 * @throws CommandError when what would be live is incompatible, with the packages that conflict; when one of the names
 * changes meanwhile, since another release than the expected one would become live
 * @throws Error when registries are signed and there is no signing key
 */
export async function withdraw(store: ReleaseStore, targets: readonly string[], by?: string): Promise<Registry> {
  await requireSigningKey(store, targets)
  let seen: Names | undefined
  return changeRegistry(store, { reason: `rollback ${targets.join(', ')}`, by }, async (before) => {
    const changed = targets.find((name) => seen && JSON.stringify(before[name]) !== JSON.stringify(seen[name]))
    if (changed) throw new CommandError(`Refused: ${changed} has changed meanwhile; npm run release:list`)
    seen = before
    const after = targets.reduce(rolledBackOnce, before)
    const restored = Object.keys(after).filter((name) => after[name]?.current.version !== before[name]?.current.version)
    const problems = await checkRollback(after, restored, store)
    if (problems.length > 0)
      throw new CommandError(`Refused: the portal would break\n${describeProblems(problems, 'release:rollback')}`)
    return after
  })
}

function rolledBackOnce(names: Names, name: string): Names {
  return names[name]?.canary ? canaryEnded(names, name) : rolledBack(names, name)
}
