import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

/** The server that `DATABASE_URL` names does not answer, or not to us. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/**
 * The database of the owner's own server, else the embedded one in the data folder; it is there when this returns.
 * @throws DatabaseUnreachable, EmbeddedError
 */
export async function openDatabase(
  url: string | undefined,
  dataFolder: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (!url) return await startEmbedded(join(dataFolder, 'postgres'))
  await requireReachable(url)
  return { url, stop: async () => {} }
}

/** @throws DatabaseUnreachable */
export async function requireReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    // Never the address as it was given: it holds the password.
    throw new DatabaseUnreachable(`the database at ${client.host}:${client.port} cannot be reached: ${reason(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The addresses of one name fail together, and the sum of it has no message of its own. */
function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
