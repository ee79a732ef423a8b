import pg from 'pg'

/** The server that `DATABASE_URL` or `MIGRATION_DATABASE_URL` names does not respond, or rejects the role. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

const CONNECT_TIMEOUT_MS = 5_000

/** Returns a URL for each server of `postgres://user:…@10.0.0.1,10.0.0.2:5433/portal`: the driver connects to one only. */
export function serversOf(url: string): string[] {
  const [start = ''] = /^postgres(?:ql)?:\/\/[^/?]*/.exec(url) ?? []
  const hostsAt = Math.max(start.lastIndexOf('@'), start.lastIndexOf('/')) + 1
  const hosts = start.slice(hostsAt)
  return hosts.includes(',')
    ? hosts.split(',').map((host) => start.slice(0, hostsAt) + host + url.slice(start.length))
    : [url]
}

/**
 * Connects to the server that takes writes: the only one of the URL, or the first that is no standby.
 * @throws DatabaseUnreachable
 */
export async function connectToPrimary(url: string): Promise<pg.Client> {
  const servers = serversOf(url)
  const problems: string[] = []
  for (const server of servers) {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    try {
      await client.connect()
      if (servers.length === 1 || !(await isStandby(client))) return client
      problems.push(`${client.host}:${client.port} is a standby`)
    } catch (error) {
      // Without the URL of the settings, which has the password.
      problems.push(`the database at ${client.host}:${client.port} cannot be reached: ${reason(error)}`)
    }
    await client.end().catch(() => {})
  }
  throw new DatabaseUnreachable(problems.join('; '))
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  return rows[0]?.standby === true
}

/** Returns a message also for an error of several addresses, which has none of its own. */
function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
