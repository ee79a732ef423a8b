import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createConnectionTable, isIdle } from './connection-table.ts'

function connected(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
}

test('the address with the most idle connections loses the oldest of them', () => {
  const connections = createConnectionTable()
  const own = connected('198.51.100.1')
  const attackers = Array.from({ length: 5 }, () => connected('203.0.113.1'))
  connections.add(own)
  for (const attacker of attackers) connections.add(attacker)
  const closed: Socket[] = []
  for (let next = connections.nextToClose(); next; next = connections.nextToClose()) {
    closed.push(next.socket)
    connections.close(next)
  }
  expect(closed.slice(0, 4)).toEqual(attackers.slice(0, 4))
  expect(closed).toHaveLength(6)
})

test('behind a proxy, where all have one address, the oldest is the first', () => {
  const connections = createConnectionTable()
  const sockets = Array.from({ length: 3 }, () => connected('127.0.0.1'))
  for (const socket of sockets) connections.add(socket)
  expect(connections.nextToClose()?.socket).toBe(sockets[0])
})

test.each([
  ['for long', 10_000],
  ['since a moment ago', 0],
])('a client that has just connected is not closed, and one that sends its body slowly %s is', (_, age) => {
  const connections = createConnectionTable()
  const [slow, fresh] = [connected('127.0.0.1'), connected('127.0.0.1')]
  connections.add(slow)
  const sending = connections.get(slow)
  if (!sending) throw new Error('The connection is not there')
  const request = { complete: false, readableFlowing: true } as IncomingMessage
  connections.begin(sending, request, new EventEmitter() as ServerResponse)
  sending.since -= age
  connections.add(fresh)
  expect(connections.nextToClose()?.socket).toBe(slow)
})

test('a connection that is taken for an event stream needs one file, and is closed for no other while its client reads', () => {
  const connections = createConnectionTable()
  const socket = connected('127.0.0.1')
  connections.add(socket)
  const connection = connections.get(socket)
  if (!connection) throw new Error('The connection is not there')
  connections.begin(connection, { complete: true } as IncomingMessage, new EventEmitter() as ServerResponse)
  expect(connections.files).toBe(2)
  socket.emit('close')
  connections.addTaken(socket)
  expect([connections.size, connections.files]).toEqual([1, 1])
  expect(connections.nextToClose(performance.now() + 10_000)).toBeUndefined()
  connections.closeWhere(isIdle)
  expect(socket.destroyed).toBe(false)
})
