// A process of its own, started by connections.ts: a user's browser shares no event loop
// with those who attack its portal.
import { connect, type Socket } from 'node:net'

export type SlowClients = {
  port: number
  /** The number of connections, each of which is opened again a second after it is closed. */
  count: number
  /** On each of them; then byte by byte, where no whole request is sent. */
  sent: string
}

function startAttack({ port, count, sent }: SlowClients) {
  const sockets = new Set<Socket>()
  let opened = 0
  function open(): void {
    opened += 1
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.pause()
    socket.write(sent)
    const drip = setInterval(() => socket.write('x'), 1_000)
    if (!sent || sent.endsWith('\r\n\r\n')) clearInterval(drip)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      sockets.delete(socket)
      setTimeout(open, 1_000)
    })
  }
  for (let index = 0; index < count; index += 1) open()
  return { opened: () => opened }
}

process.once('message', (clients: SlowClients) => {
  const attack = startAttack(clients)
  process.once('message', () => process.send?.(attack.opened(), () => process.exit(0)))
})
