import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Gateway = {
  url: string
  /** Closes all connections, and each new one immediately. */
  close(): void
}

/** Opens a proxy to the PostgreSQL at `server` for the time of a test. `translate` changes what the server sends. */
export async function openGateway(server: string, translate = (sent: Buffer): Buffer => sent): Promise<Gateway> {
  const sockets = new Set<Socket>()
  let isClosed = false
  const listener = createServer((client) => {
    if (isClosed) return void client.end()
    const upstream = connect(toAddress(server))
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.pipe(upstream).on('end', () => client.end())
    upstream.on('data', (sent) => client.write(translate(sent)))
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  const { pathname, searchParams, username, password: secret } = new URL(server)
  const [user, password] = [searchParams.get('user') ?? username, searchParams.get('password') ?? secret]
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${(listener.address() as { port: number }).port}${pathname}`,
    close(): void {
      isClosed = true
      for (const socket of sockets) socket.end()
    },
  }
}

function toAddress(server: string) {
  const { hostname, port, searchParams } = new URL(server)
  const folder = searchParams.get('host')
  const number = Number(port || searchParams.get('port') || 5432)
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${number}` } : { host: folder ?? hostname, port: number }
}
