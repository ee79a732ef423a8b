import pg from 'pg'
import type { DatabaseClient } from './database-client.ts'

/** The fields of the driver's connection that its types lack. */
type CancelConnection = pg.Connection & {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}

const canceling = new WeakSet<DatabaseClient>()

/**
 * Cancels the query of a connection by a message of PostgreSQL's protocol. The message needs a connection of its own,
 * outside of the pool, which may be exhausted. PgBouncer forwards the message. HAProxy may deliver it to another server
 * by now; the secret in the message prevents that it cancels a query there.
 */
export function cancelQuery(client: DatabaseClient): void {
  // Only one message is sent to a server that does not respond.
  if (canceling.has(client)) return
  canceling.add(client)
  const { host, port, ssl, processID, secretKey } = client
  const connection = new pg.Connection({ ssl }) as CancelConnection
  const cancel = () => connection.cancel(processID, secretKey)
  connection.on('error', () => {})
  connection.once('connect', () => (ssl ? connection.requestSsl() : cancel()))
  connection.once('sslconnect', cancel)
  connection.once('end', () => canceling.delete(client))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}
