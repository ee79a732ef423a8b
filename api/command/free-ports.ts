import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { type EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** The range is below the ephemeral ports, so the system gives a returned port to no other process meanwhile. */
const [MIN_PORT, MAX_PORT] = [20_000, 32_000]

/** Returns ports on which nothing listens. No other process gets them from this function until this process ends. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(MIN_PORT, MAX_PORT)
    if ((await reserve(port)) && (await isFree(port))) ports.push(port)
  }
  return ports
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** Lets a server listen on a free port of this machine. Returns its origin. */
export async function listenLocally(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Binds the UDP port of this number as a lock: only one process can hold it, and nothing here uses UDP. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return await happens(socket.bind({ port, address: '127.0.0.1' }), 'listening')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1' })
  if (!(await happens(server, 'listening'))) return false
  await once(server.close(), 'close')
  return true
}

function happens(emitter: EventEmitter, event: string): Promise<boolean> {
  return once(emitter, event).then(
    () => true,
    () => false,
  )
}
