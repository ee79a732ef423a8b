import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn, spawnSync } from 'node:child_process'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const platform = join(import.meta.dirname, '..')
/** `.js` in the SDK. */
const extension = extname(import.meta.filename)
const program = join(import.meta.dirname, `process${extension}`)
/** What Node reads to run it. */
const programFiles = [
  join(import.meta.dirname, '/'),
  join(platform, `bundler/release${extension}`),
  join(platform, 'package.json'),
]

/** The limit of the heap of JavaScript objects. */
const MAX_HEAP_MB = 128
/** The limit of all writable memory, most of which Node only reserves. It includes buffers, which the heap does not. */
const MAX_DATA_KB = 1_000_000

/**
 * Starts the program without the environment of this process, and with no right but to read its own files and these.
 */
export function spawnLimited(files: readonly string[]): ChildProcessWithoutNullStreams {
  const readable = [...programFiles, ...files]
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    `--max-old-space-size=${MAX_HEAP_MB}`,
    '--max-semi-space-size=8',
    program,
  ]
  // The process writes no core dump when it runs out of memory.
  const limits = `ulimit -c 0; ulimit -d ${MAX_DATA_KB}; exec "$@"`
  return spawn('/bin/sh', ['-c', limits, 'sh', ...node], { env: {}, cwd: platform, stdio: 'pipe' })
}

let canForbid: boolean | undefined

/** Returns whether this system has prlimit (util-linux) and allows it. */
export function canForbidOpening(): boolean {
  canForbid ??= spawnSync('/bin/sh', ['-c', 'prlimit --pid $$ --nofile=0:0'], { stdio: 'ignore' }).status === 0
  return canForbid
}

/**
 * Makes the kernel refuse further file descriptors to a process: from now on it opens no file, socket or pipe, whatever
 * its code does, and keeps those that it has.
 */
export async function forbidOpening({ pid }: ChildProcess): Promise<void> {
  if (canForbidOpening()) await promisify(execFile)('prlimit', ['--pid', `${pid}`, '--nofile=0:0'])
}
