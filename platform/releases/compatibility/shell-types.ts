import { join } from 'node:path'
import { repository } from '../../bundler/paths.ts'
import { compilerErrors } from './compiler.ts'
import { byItself, type Problem } from './problem.ts'

/** The TypeScript projects of the page, the server and the service worker. They refer to `shared` and the contracts. */
const projectsOfShell = ['shell', 'shell/server', 'shell/service-worker'].map((folder) => join(repository, folder))

/** Returns the type errors of this working copy's shell and of its dependencies, which the bundler does not check. */
export async function brokenShellTypes(projects: readonly string[] = projectsOfShell): Promise<Problem[]> {
  const errors = await compilerErrors(['-b', ...projects])
  const lines = errors.split('\n').filter((line) => line.includes(': error TS'))
  if (errors && lines.length === 0) throw new Error(errors)
  return lines.map((line) => byItself(`The shell does not compile: ${line}`))
}
