// A process of its own: a user's browser shares no event loop with those who attack its portal.
import { connect, type Socket } from 'node:net'

export type SlowClients = {
  port: number
  /** The number of connections, each of which is opened again a second after it is closed. */
  count: number
  /** On each of them; then byte by byte, where no whole request is sent. */
  sent: string
  /** Connections use these addresses of this machine in turn. */
  addresses: readonly string[]
}

function startAttack({ port, count, sent, addresses }: SlowClients): void {
  function open(localAddress: string | undefined): void {
    const socket: Socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
    socket.pause()
    socket.write(sent)
    const drip = setInterval(() => socket.write('x'), 1_000)
    if (!sent || sent.endsWith('\r\n\r\n')) clearInterval(drip)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      setTimeout(() => open(localAddress), 1_000)
    })
  }
  for (let index = 0; index < count; index += 1) open(addresses[index % addresses.length])
}

process.once('message', (clients: SlowClients) => startAttack(clients))
