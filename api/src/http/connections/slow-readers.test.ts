import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createConnectionTable } from './connection-table.ts'
import { slowReaderCheck } from './slow-readers.ts'

/** A connection of which `waiting` bytes are not sent, because its client does not read. */
function blocked(state: { sent: number; waiting: number }): Socket {
  return Object.defineProperties(new Socket(), {
    bytesWritten: { get: () => state.sent + state.waiting },
    writableLength: { get: () => state.waiting },
  })
}

test.each([
  ['reads 100 bytes a second is closed after a minute', 6_000, 1_000, true],
  ['reads 2 kB a second keeps its connection', 120_000, 1_000, false],
  ['has read all keeps its connection', 6_000, 0, false],
])('a client that %s', (_, sent, waiting, closed) => {
  const connections = createConnectionTable()
  const check = slowReaderCheck(connections)
  const state = { sent: 0, waiting: 1_000 }
  const socket = blocked(state)
  connections.add(socket)
  check(0)
  Object.assign(state, { sent, waiting })
  check(60_000)
  expect(socket.destroyed).toBe(closed)
})
