// `OLD_VAULT_KEY=… VAULT_KEY=… node api/src/rotate-vault-key.ts`, with the other settings of the API, while no API runs.
import { connect } from './db/connect.ts'
import { rotateVaultKey } from './modules/vault/rotate-key.ts'
import { readSettings, SettingsError } from './settings.ts'

try {
  const { OLD_VAULT_KEY } = process.env
  if (!OLD_VAULT_KEY) throw new SettingsError('OLD_VAULT_KEY is missing: the one that the cards are encrypted with')
  const { databaseUrl, vaultKey } = readSettings(process.env)
  if (!databaseUrl) throw new SettingsError('DATABASE_URL is missing')
  // Without the checks of production: the old key may be one that production rejects by now.
  const old = readSettings({ VAULT_KEY: OLD_VAULT_KEY })
  const { db, close } = connect(databaseUrl)
  const count = await rotateVaultKey(db, old.vaultKey, vaultKey).finally(close)
  process.stdout.write(`Cards encrypted with the new key: ${count}\n`)
} catch (error) {
  process.stderr.write(`Nothing was changed: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
