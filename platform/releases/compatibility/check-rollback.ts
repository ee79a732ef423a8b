import { readLive } from '../live.ts'
import type { Registry } from '../registry.ts'
import { readRelease } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { byItself, findConflicts, type Problem, problemsBetween } from './problem.ts'

/**
 * Finds why releases that a rollback restores cannot run with the other current releases. `names` is the state after
 * the rollback. Links to missing pages are allowed, because they do less harm than the problem that the rollback ends.
 */
export async function checkRollback(
  names: Registry['names'],
  rolledBack: readonly string[],
  store: ReleaseStore,
): Promise<Problem[]> {
  const { shell, remotes, lost } = await readLive(names, (name, pointer) => readRelease(store, name, pointer))
  const gone = lost.filter(({ name, version }) => rolledBack.includes(name) && version === names[name]?.current.version)
  if (gone.length > 0) return gone.map(({ text }) => byItself(text))
  const all = [...(shell ? [shell] : []), ...remotes.map(({ current }) => current)]
  const isBack = ({ name }: { name: string }) => rolledBack.includes(name)
  return problemsBetween(
    all.filter(isBack),
    all.filter((file) => !isBack(file)),
    findConflicts,
  )
}
