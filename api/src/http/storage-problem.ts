import { Problem } from './problem.ts'

const storageFull = new Problem(503, 'storage_full', { retry_after: 30 })
export const storageUnavailable = new Problem(503, 'storage_unavailable', { retry_after: 30 })

/** The problems by the codes of disk errors: those of PostgreSQL, then those of this process. */
const problems = new Map<unknown, Problem>([
  ['53100', storageFull],
  ['58030', storageUnavailable],
  ['ENOSPC', storageFull],
  ['EDQUOT', storageFull],
  ['EROFS', storageUnavailable],
  ['EACCES', storageUnavailable],
  ['EIO', storageUnavailable],
  ['EMFILE', storageUnavailable],
])

/** Returns the response to an error of a disk; undefined for any other error. */
export function storageProblem(error: unknown): Problem | undefined {
  return error instanceof Error && 'code' in error ? problems.get(error.code) : undefined
}
