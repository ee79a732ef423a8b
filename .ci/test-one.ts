import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, runCommand } from '../shared/command/command.ts'
import { root } from './step.ts'

const command = {
  name: 'test:one',
  about:
    'Runs the tests of the files whose path contains the text: units, the API, or end to end with all that they need.',
  takes: '<text> [title of a test]',
  options: {
    project: {
      type: 'string',
      value: '<name>',
      about: 'of Playwright alone: phone or desktop; chromium, old-chromium, firefox or webkit',
    },
  },
  settings: { CHROMIUM_PATH: 'the browser, for what is end to end' },
} as const

await runCommand(command, async ({ values: { project }, positionals: [text = '', title] }) => {
  const files = globSync('{shell,mfe-*,shared,api,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.types)$/.test(path),
  }).filter((file) => file.includes(text))
  const named = (pattern: RegExp) => files.filter((file) => pattern.test(file))
  const units = named(/\.test\./)
  const endToEnd = named(/^e2e\/tests\//)
  const replicas = named(/^e2e\/replicas\//)
  const engines = named(/^e2e\/engines\//)
  if (units.length + endToEnd.length + replicas.length + engines.length === 0)
    throw new CommandError(`No test has ${text} in its path`)

  const only = [...(title ? ['--grep', literally(title)] : []), ...(project ? ['--project', project] : [])]
  const playwright = (specs: string[], ...config: string[]) =>
    run('playwright', 'e2e', ['test', ...config, ...specs.map(literally), '--reporter', 'line', ...only])
  if (units.length > 0) await run('vitest', '.', ['run', ...units, ...(title ? ['-t', literally(title)] : [])])
  if (endToEnd.length > 0) await playwright(endToEnd)
  if (replicas.length > 0) await playwright(replicas, '--config', 'replicas')
  if (engines.length > 0) await playwright(engines, '--config', 'engines')
})

/** As a regular expression, which both runners take a name for. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

async function run(tool: string, folder: string, args: readonly string[]): Promise<void> {
  const program = join(root, folder, 'node_modules/.bin', tool)
  // Through a pipe the reader may go away, which is this process's to bear.
  const { isTTY } = process.stdout
  const child = spawn(program, args, {
    cwd: join(root, folder),
    stdio: ['ignore', isTTY ? 'inherit' : 'pipe', 'inherit'],
  })
  child.stdout?.pipe(process.stdout)
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
