import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './step.ts'

/** Returns the paths of all test files from the root of the repository. */
export function findTestFiles(): string[] {
  return globSync('{shell,mfe-*,shared,platform,api,e2e,.ci}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.types)$/.test(path),
  })
}

/** Runs the files, each by its runner: one test by its `title`, or all; in one `project` of Playwright. Sets the exit code. */
export async function runTests(
  files: readonly string[],
  { title, project }: { title?: string | undefined; project?: string | undefined } = {},
): Promise<void> {
  const matching = (pattern: RegExp) => files.filter((file) => pattern.test(file))
  const only = [...(title ? ['--grep', literally(title)] : []), ...(project ? ['--project', project] : [])]
  const playwright = (specs: string[], ...config: string[]) =>
    run('playwright', 'e2e', ['test', ...config, ...specs.map(literally), '--reporter', 'line', ...only])

  const units = matching(/\.test\./)
  const endToEnd = matching(/^e2e\/tests\//)
  const replicas = matching(/^e2e\/replicas\//)
  const engines = matching(/^e2e\/engines\//)
  if (units.length > 0) await run('vitest', '.', ['run', ...units, ...(title ? ['-t', literally(title)] : [])])
  if (endToEnd.length > 0) await playwright(endToEnd)
  if (replicas.length > 0) await playwright(replicas, '--config', 'replicas')
  if (engines.length > 0) await playwright(engines, '--config', 'engines')
}

/** Escapes the text, because both runners take regular expressions. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

async function run(tool: string, folder: string, args: readonly string[]): Promise<void> {
  const program = join(root, folder, 'node_modules/.bin', tool)
  // When the reader of a pipe closes it, this process ends normally, where the runner would fail.
  const { isTTY } = process.stdout
  const child = spawn(program, args, {
    cwd: join(root, folder),
    stdio: ['ignore', isTTY ? 'inherit' : 'pipe', 'inherit'],
  })
  child.stdout?.pipe(process.stdout)
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
