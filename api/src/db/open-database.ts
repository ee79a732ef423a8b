import { join } from 'node:path'
import { isApplicationLogin, provideApplicationLogin } from './application-role.ts'
import { withClient } from './connect-client.ts'
import { startEmbedded } from './embedded.ts'

/** One database, by the role that the application signs in with and by the role that owns the tables. */
export type DatabaseUrls = {
  url: string
  /** Absent: migrations are run by `npm run migrate`. */
  ownerUrl: string | undefined
  /** This process runs the server, so no API of another version uses the database. */
  isEmbedded?: boolean
}

type Given = { databaseUrl: string | undefined; migrationDatabaseUrl: string | undefined; demo: boolean }

/**
 * Opens the database that the settings name, otherwise the embedded database in the data folder.
 * @throws DatabaseUnreachable, EmbeddedError
 */
export async function openDatabase(
  settings: Given,
  dataFolder: string,
): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const { databaseUrl } = settings
  if (databaseUrl) return { ...(await reachDatabase({ ...settings, databaseUrl })), stop: async () => {} }
  const { url: ownerUrl, stop } = await startEmbedded(join(dataFolder, 'postgres'))
  try {
    return { url: await provideApplicationLogin(ownerUrl), ownerUrl, isEmbedded: true, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Opens the database that the settings name. A demo with only the owner's URL gets a role for the application.
 * @throws DatabaseUnreachable
 */
export async function reachDatabase({
  databaseUrl,
  migrationDatabaseUrl: ownerUrl,
  demo,
}: Given & { databaseUrl: string }): Promise<DatabaseUrls> {
  await requireReachable(databaseUrl)
  if (ownerUrl) await requireReachable(ownerUrl)
  if (!demo || ownerUrl || (await isApplicationLogin(databaseUrl))) return { url: databaseUrl, ownerUrl }
  return { url: await provideApplicationLogin(databaseUrl), ownerUrl: databaseUrl }
}

/** @throws DatabaseUnreachable */
async function requireReachable(url: string): Promise<void> {
  await withClient(url, async () => {})
}
