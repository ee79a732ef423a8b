import { SettingsError } from '../settings/settings.ts'

/** The setting of commands that change tables, for their `--help`. */
export const ownerSettings = { MIGRATION_DATABASE_URL: 'the role that owns the tables' }

/** Returns the URL of the role that owns the tables. @throws SettingsError */
export function readOwnerUrl(): string {
  const { MIGRATION_DATABASE_URL: url } = process.env
  if (!url) throw new SettingsError('MIGRATION_DATABASE_URL is missing: the URL of the role that owns the tables')
  return url
}
