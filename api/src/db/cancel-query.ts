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
 * Cancels the query of a connection by a message of the protocol, over a connection beside the pool, which may have
 * none left. PgBouncer passes the message on. Its secret protects the queries of another server to
 * which HAProxy may lead by now.
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
