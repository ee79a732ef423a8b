import { readLive } from '../live.ts'
import type { RegistryFile } from '../registry.ts'
import { type Releases, readRelease } from '../releases.ts'
import { clashes, type Problem, problemsBetween } from './problem.ts'

/**
 * Why releases that a rollback has brought back cannot run beside what is current with them. `names`: as they will be. No
 * more than that is asked: a link to a page that went is less than what a rollback mends.
 */
export async function checkRollback(
  names: RegistryFile['names'],
  rolledBack: readonly string[],
  releases: Releases,
): Promise<Problem[]> {
  const { shell, remotes } = await readLive(names, (name, pointer) => readRelease(releases, name, pointer))
  const all = [...(shell ? [shell] : []), ...remotes.map(({ current }) => current)]
  const isBack = ({ name }: { name: string }) => rolledBack.includes(name)
  return problemsBetween(
    all.filter(isBack),
    all.filter((file) => !isBack(file)),
    clashes,
  )
}
