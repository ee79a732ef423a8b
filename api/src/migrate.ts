// `npm run migrate`, or `node api/src/migrate.ts` where only the API is installed: before the first API of a new version.
import { runCommand, say } from '@portal/command/command'
import { migrate } from './db/migrate.ts'
import { ownerSettings, readOwnerUrl } from './db/owner-url.ts'

const command = {
  name: 'migrate',
  about:
    'Brings the tables up to this version. An API that has the URL of the owner does this by itself when it starts.',
  settings: ownerSettings,
}

await runCommand(command, async () => {
  const url = readOwnerUrl()
  const applied = await migrate(url)
  say(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply: the tables are of this version')
})
