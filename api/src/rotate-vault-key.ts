// Run `node api/src/rotate-vault-key.ts` with the settings of the APIs, while they run: docs/rotation.md.
import { connect } from './db/connect.ts'
import { rotateVaultKey } from './payouts/vault/rotate-key.ts'
import { readSettings, SettingsError } from './settings/settings.ts'

try {
  const { databaseUrl, databaseDirectUrl: directUrl, vaultKeys } = readSettings(process.env)
  if (!databaseUrl) throw new SettingsError('DATABASE_URL is missing: the URL of the portal’s database')
  const { db, close } = connect(databaseUrl, { directUrl })
  const count = await rotateVaultKey(db, vaultKeys).finally(close)
  process.stdout.write(`Cards encrypted again: ${count}; all are encrypted with the first key of VAULT_KEY\n`)
} catch (error) {
  process.stderr.write(
    `Not all cards are encrypted with the first key: ${error instanceof Error ? error.message : error}\n`,
  )
  process.exit(1)
}
