import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { runCommand } from '@portal/command/command'
import { remoteNames, repository } from '../../bundler/paths.ts'

const command = {
  name: 'lint',
  about: 'Checks the code of the remotes by the rules of biome.json.',
  options: {},
} as const

await runCommand(command, async () => {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const { status } = spawnSync(process.execPath, [biome, 'lint', ...remoteNames], { cwd: repository, stdio: 'inherit' })
  process.exitCode = status ?? 1
})
