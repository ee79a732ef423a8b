import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../../bundler/paths.ts'
import { byItself, type Problem } from './problem.ts'

/** The `tsc` that is installed with this module. The repository of a team may have another version. */
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Runs the compiler in the repository. Returns its errors, one per line, or an empty text when it succeeds. */
export async function compilerErrors(options: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [compiler, ...options, '--pretty', 'false'], { cwd: repository })
    return ''
  } catch (failure) {
    return (failure as { stdout?: string }).stdout || String(failure)
  }
}

/** Makes a project emit JavaScript with declarations, because Node does not run TypeScript in `node_modules`. */
export const writesModules = {
  composite: false,
  incremental: false,
  tsBuildInfoFile: null,
  declaration: true,
  emitDeclarationOnly: false,
  rewriteRelativeImportExtensions: true,
} as const

/** The TypeScript projects of the page, the server and the service worker. They refer to `shared` and the contracts. */
const projectsOfShell = ['shell', 'shell/server', 'shell/service-worker'].map((folder) => join(repository, folder))

/** Returns the type errors of this working copy's shell and of its dependencies, which the bundler does not check. */
export async function brokenShellTypes(projects: readonly string[] = projectsOfShell): Promise<Problem[]> {
  const errors = await compilerErrors(['-b', ...projects])
  const lines = errors.split('\n').filter((line) => line.includes(': error TS'))
  if (errors && lines.length === 0) throw new Error(errors)
  return lines.map((line) => byItself(`The shell does not compile: ${line}`))
}
