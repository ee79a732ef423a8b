import { runCommand, say } from '@portal/command/command'
import { buildRelease } from '../../bundler/build-release.ts'
import { requirePackage } from '../../releases/commands/require-package.ts'

const command = {
  name: 'build',
  about: 'Builds remotes as for a release, and prints where the files are.',
  takes: '<remote> [more …]',
}

await runCommand(command, async ({ positionals }) => {
  positionals.forEach(requirePackage)
  for (const name of positionals) say(await buildRelease(name, say))
})
