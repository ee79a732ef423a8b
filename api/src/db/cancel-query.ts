import pg from 'pg'
import type { DatabaseClient } from './database-client.ts'

/** What a connection of the driver has, and its types do not. */
type CancelConnection = pg.Connection & {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}

const canceling = new WeakSet<DatabaseClient>()

/**
 * Cancels the query of a connection by a message of the protocol. It uses a connection outside of the pool, which may
 * have no free one. PgBouncer passes the message on. HAProxy may lead to another server by now, whose queries the
 * message's secret protects.
 */
export function cancelQuery(client: DatabaseClient): void {
  // A server that does not respond gets one message.
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
