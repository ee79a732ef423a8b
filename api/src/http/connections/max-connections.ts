/** More connections would cost memory and time without a use for one process. */
const MAX_CONNECTIONS = 10_000
/** Files for the modules of Node, the log, the pool of database connections and the listening sockets. */
const RESERVED_FILES = 64
/** With a request, it reads a file for its response, or has one to the API behind a portal server. */
export const FILES_PER_CONNECTION = 2
const MIN_CONNECTIONS = 16

/**
 * How many connections with a request this process has at once: so many that no file is missing for what it does for them.
 * 512 open files → 224; 65536 → 10000.
 */
export function maxConnections(openFiles: number): number {
  const affordable = Math.floor((openFiles - RESERVED_FILES) / FILES_PER_CONNECTION)
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, affordable))
}

/** `ulimit -n` of this process; Infinity where there is none. */
export function openFilesLimit(): number {
  // Without this the report resolves the names of all addresses that this process is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files.soft
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}
