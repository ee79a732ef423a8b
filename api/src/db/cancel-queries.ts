import pg from 'pg'
import type { ServerClient } from './server-pool.ts'

/**
 * Returns a function that cancels the query of a connection. It sends all cancellations of a moment over one connection to the server,
 * beside the pool, which may have none left.
 */
export function cancelBySql(): (client: ServerClient) => void {
  const waiting = new Map<string, Set<number>>()

  async function send(url: string, processIds: Set<number>): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 2_000 })
    // Without a connection the statement timeout ends each query.
    client.on('error', () => {})
    try {
      await client.connect()
      while (processIds.size > 0) {
        const batch = [...processIds]
        processIds.clear()
        await client.query('select pg_cancel_backend(id) from unnest($1::int[]) as id', [batch])
      }
    } catch {
      // As above.
    } finally {
      waiting.delete(url)
      await client.end().catch(() => {})
    }
  }

  return ({ url, processID }) => {
    const processIds = waiting.get(url)
    if (processIds) return void processIds.add(processID)
    const first = new Set([processID])
    waiting.set(url, first)
    void send(url, first)
  }
}

/** Cancels by a message of the protocol, which a pooler passes on: the process id is the pooler's, and another process may have it. */
export function cancelByProtocol({ host, port, processID, secretKey }: ServerClient): void {
  const connection = new pg.Connection() as pg.Connection & {
    connect(port: number, host: string): void
    cancel(processId: number, secretKey: number): void
  }
  connection.on('error', () => {})
  connection.once('connect', () => connection.cancel(processID, secretKey))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}` as unknown as number, '')
  else connection.connect(port, host)
}
