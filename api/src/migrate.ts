// `npm run migrate`, or `node api/src/migrate.ts` where only the API is installed: before the first API of a new version.
import { runCommand, say } from '@portal/command/command'
import { migrate } from './db/migrate.ts'
import { SettingsError } from './settings.ts'

const command = {
  name: 'migrate',
  about:
    'Brings the tables up to this version. An API that has the URL of the owner does this by itself when it starts.',
  settings: { MIGRATION_DATABASE_URL: 'the role that owns the tables' },
}

await runCommand(command, async () => {
  const { MIGRATION_DATABASE_URL: url } = process.env
  if (!url) throw new SettingsError('MIGRATION_DATABASE_URL is missing: the URL of the role that owns the tables')
  const applied = await migrate(url)
  say(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply: the tables are of this version')
})
