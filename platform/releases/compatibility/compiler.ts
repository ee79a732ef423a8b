import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../../bundler/paths.ts'

/** The `tsc` of the packages that this module is installed with: a team may have another. */
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Runs the compiler in the repository. Returns what it reports, a line for each error; nothing when it succeeds. */
export async function compilerErrors(options: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [compiler, ...options, '--pretty', 'false'], { cwd: repository })
    return ''
  } catch (failure) {
    return (failure as { stdout?: string }).stdout || String(failure)
  }
}

/** Options of a project that writes modules as JavaScript with their declarations, because Node runs no TypeScript in `node_modules`. */
export const writesModules = {
  composite: false,
  incremental: false,
  tsBuildInfoFile: null,
  declaration: true,
  emitDeclarationOnly: false,
  rewriteRelativeImportExtensions: true,
} as const
