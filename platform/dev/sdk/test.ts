import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runCommand } from '@portal/command/command'
import { repository } from '../../bundler/paths.ts'

const command = {
  name: 'test',
  about: 'Runs the tests of the remotes, or those of files with one of these texts in their path.',
  takes: '[path …]',
  options: { watch: { type: 'boolean', about: 'runs them again after each change' } },
} as const

await runCommand(command, async ({ values, positionals }) => {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const mode = values.watch ? 'watch' : 'run'
  const { status } = spawnSync(process.execPath, [vitest, mode, ...positionals], { cwd: repository, stdio: 'inherit' })
  process.exitCode = status ?? 1
})
