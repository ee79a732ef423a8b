import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tableOf } from './connection-table.ts'

/**
 * Takes the connection of a response whose headers are sent and whose body ends with the connection, so that the caller
 * writes to the bare socket. What Node and the application have for the request is free then: three quarters of the memory
 * of an event stream. Node's HTTP server frees it when a connection emits `close`, so this one does, and stays open.
 * The request must have been read to its end (`request.resume()`), because the server would close the connection of a part.
 * Returns undefined if the client has left, or if the response waits for the one before it on its connection.
 */
export function takeSocket(request: IncomingMessage, response: ServerResponse): Socket | undefined {
  const { socket } = response
  if (!socket || !request.readableEnded) return undefined
  const connections = tableOf(socket)
  socket.emit('close')
  // A client that has sent further requests on this connection has lost it with them.
  if (socket.destroyed) return undefined
  response.detachSocket(socket)
  socket.removeAllListeners()
  socket.setTimeout(0)
  connections?.addTaken(socket)
  // What the client sends is read and dropped: nothing else would show that it has left.
  return socket.on('error', ignore).on('end', endToo).resume()
}

function ignore(): void {}

function endToo(this: Socket): void {
  this.destroySoon()
}
