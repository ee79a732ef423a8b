import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Opens a way to the PostgreSQL of `server` that can be cut, in which nothing is closed. It is open until the test has finished. */
export async function gateway(server: string): Promise<{ url: string; cut(): void }> {
  const sockets = new Set<Socket>()
  let isCut = false
  const listener = createServer((client) => {
    if (isCut) return void sockets.add(client)
    const upstream = connect(addressOf(server))
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.pipe(upstream).pipe(client)
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
    cut(): void {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

function addressOf(server: string) {
  const { hostname, port, searchParams } = new URL(server)
  const folder = searchParams.get('host')
  const number = Number(port || searchParams.get('port') || 5432)
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${number}` } : { host: folder ?? hostname, port: number }
}
