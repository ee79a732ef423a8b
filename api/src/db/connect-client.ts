import pg from 'pg'
import { withHost } from '../settings/production-settings.ts'

/** The server that `DATABASE_URL` or `MIGRATION_DATABASE_URL` names does not respond, or rejects the role. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** Returns how long a connection may take: `connect_timeout` of the URL, which is in seconds as in libpq, or 5 s. */
export function connectTimeoutMs(url: string): number {
  const seconds = Number(new URL(withHost(url)).searchParams.get('connect_timeout'))
  return (seconds > 0 ? seconds : 5) * 1_000
}

/** Connects to the database for as long as the work lasts. @throws DatabaseUnreachable */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs(url) })
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    // The message must not contain the URL, which has the password.
    throw new DatabaseUnreachable(`the database at ${client.host}:${client.port} cannot be reached: ${reason(error)}`)
  }
}

/** Returns the message of an error. An AggregateError has no message, but one error for each address. */
function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
