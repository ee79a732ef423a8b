import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { extname, join } from 'node:path'

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

/** Of JavaScript's objects. */
const MAX_HEAP_MB = 128
/** Of all memory that may be written to, most of which Node only reserves. Buffers are no part of the heap. */
const MAX_DATA_KB = 1_000_000

/** Starts the program without the environment of this process, and with no right but to read its own files and these. */
export function spawnLimited(files: readonly string[]): ChildProcessWithoutNullStreams {
  const readable = [...programFiles, ...files]
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${MAX_HEAP_MB}`,
    '--max-semi-space-size=8',
    program,
  ]
  // Neither are there files of a memory that was exhausted.
  const limits = `ulimit -c 0; ulimit -d ${MAX_DATA_KB}; exec "$@"`
  return spawn('/bin/sh', ['-c', limits, 'sh', ...node], { env: {}, cwd: platform, stdio: 'pipe' })
}
