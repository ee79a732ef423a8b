import type { Server } from 'node:http'
import type { Connection, ConnectionTable } from './connection-table.ts'

/** Milliseconds. */
const CHECK_INTERVAL_MS = 5_000
const WINDOW_MS = 60_000
/** 1 kB/s: the slowest mobile network is faster. */
const MIN_BYTES = 60_000

/** Closes connections whose clients read a response byte by byte. One that reads nothing at all is closed by the timeout. */
export function startSlowReaderCheck(server: Server, connections: ConnectionTable): void {
  const check = slowReaderCheck(connections)
  server.on('listening', () => {
    const timer = setInterval(() => check(performance.now()), CHECK_INTERVAL_MS).unref()
    server.once('close', () => clearInterval(timer))
  })
}

/** To be called again and again with the time in milliseconds. */
export function slowReaderCheck(connections: ConnectionTable): (now: number) => void {
  /** What had been sent when the window of a blocked connection began. */
  const windows = new WeakMap<Connection, { at: number; sent: number }>()

  return (now) => {
    for (const connection of connections.all()) {
      const { writableLength, bytesWritten } = connection.socket
      const sent = bytesWritten - writableLength
      const window = windows.get(connection)
      if (writableLength === 0) windows.delete(connection)
      else if (!window) windows.set(connection, { at: now, sent })
      else if (now - window.at >= WINDOW_MS) {
        if (sent - window.sent < MIN_BYTES) connections.close(connection)
        else windows.set(connection, { at: now, sent })
      }
    }
  }
}
