import { runCommand, say } from '@portal/command/command'
import { released } from '../registry.ts'
import { releasesFrom } from '../release-settings.ts'
import { packageNames } from './package-names.ts'
import { placeOfReleases } from './place-of-releases.ts'
import { buildReleases, publish } from './publish.ts'

const command = {
  name: 'release',
  about:
    'Builds the shell or remotes of this working copy, checks them against what is live, and puts them live as one change.',
  takes: '<shell or remote> [more …]',
  settings: placeOfReleases,
}

await runCommand(command, async ({ positionals }) => {
  const built = await buildReleases(packageNames(positionals))
  await publish(releasesFrom(process.env), built, 'release', released)
  for (const { name, version } of built) say(`${name} ${version} is live`)
})
