import { runCommand, say } from '@portal/command/command'
import { releasesFrom } from '../release-settings.ts'
import { placeOfReleases } from './place-of-releases.ts'
import { withdraw } from './withdraw.ts'

const command = {
  name: 'release:rollback',
  about:
    'Makes the release before the current one live again, of all names as one change; of a canary, only the canary ends. A name that is given twice goes back twice.',
  takes: '<shell or remote> [more …]',
  settings: placeOfReleases,
}

await runCommand(command, async ({ positionals: wanted }) => {
  const { names } = await withdraw(releasesFrom(process.env), wanted)
  for (const name of new Set(wanted)) say(`${name} ${names[name]?.current.version} is live`)
})
