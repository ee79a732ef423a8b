import { runCommand, say } from '@portal/command/command'
import { repository } from '../../bundler/paths.ts'
import { readSdkSource, updateTeamRepository } from './team-repository.ts'

const command = {
  name: 'update',
  isProgram: true,
  about:
    'Updates the files around the remotes, such as workflows, to those of this SDK. What the team has changed stays.',
  options: {},
} as const

await runCommand(command, async () => {
  const { written, changed, waiting } = updateTeamRepository(repository, readSdkSource())
  for (const file of written) say(`  ${file}`)
  for (const file of changed) say(`  ${file} was changed here: take what you need from ${file}.new, and delete it`)
  for (const file of waiting) say(`  ${file}.new of an earlier update is still there: delete it, then update again`)
  if (written.length + changed.length + waiting.length === 0) say('All files are up to date')
})
