import { runCommand, say } from '@portal/command/command'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { portalSettings, requireServed } from './portal.ts'
import { readActor } from './read-source.ts'
import { withdraw } from './withdraw.ts'

const command = {
  name: 'release:rollback',
  about:
    'Makes the previous releases of all names live again, as one change. Where a name has a canary, only the canary ends. A name that is given twice goes back twice.',
  takes: '<shell or remote> [more …]',
  settings: { ...releaseSettings, ...portalSettings },
}

await runCommand(command, async ({ positionals: targets }) => {
  const store = releaseStoreFrom(process.env)
  const registry = await withdraw(store, targets, readActor(process.env))
  const where = await requireServed(process.env, store, registry)
  for (const name of new Set(targets)) say(`${name} ${registry.names[name]?.current.version} is live${where}`)
})
