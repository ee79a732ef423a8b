import { runCommand, say } from '@portal/command/command'
import { released } from '../registry.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { packageNames } from './package-names.ts'
import { buildReleases, publish } from './publish.ts'

const command = {
  name: 'release',
  about:
    'Builds the shell or remotes of this working copy, checks them against what is live, and puts them live as one change.',
  takes: '<shell or remote> [more …]',
  settings: releaseSettings,
}

await runCommand(command, async ({ positionals }) => {
  const builds = await buildReleases(packageNames(positionals))
  const releases = await publish(releaseStoreFrom(process.env), builds, 'release', released)
  for (const { name, version } of releases) say(`${name} ${version} is live`)
})
