// Runs before the first API of a new version: `npm run migrate`, or `node api/src/migrate.ts` if only the API is
// installed.
import { runCommand, say } from '@portal/command/command'
import { ownerSettings, readOwnerUrl } from './db/application-role.ts'
import { migrate } from './db/migrate.ts'

const command = {
  name: 'migrate',
  about:
    'Brings the tables up to this version. An API that has the URL of the owner does this by itself when it starts.',
  options: {
    'after-deployment': {
      type: 'boolean',
      about: 'no API of an earlier version runs any more: removes what only those used',
    },
  },
  settings: ownerSettings,
} as const

await runCommand(command, async ({ values }) => {
  const { applied, waiting } = await migrate(readOwnerUrl(), { isDeployed: values['after-deployment'] })
  say(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply: the tables are of this version')
  if (waiting.length > 0) {
    say(
      `For later, when no API of an earlier version runs any more: ${waiting.join(', ')} (\`node api/src/migrate.ts --after-deployment\`)`,
    )
  }
})
