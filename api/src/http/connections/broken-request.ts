import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import type { ConnectionTable } from './connection-table.ts'
import { endWith, problemResponse, type RawResponse } from './raw-response.ts'

const malformed = problemResponse(400, 'malformed')
/** The response by the code of Node's error. */
const responses: Record<string, RawResponse> = {
  ERR_HTTP_REQUEST_TIMEOUT: problemResponse(408, 'request_timeout'),
  HPE_HEADER_OVERFLOW: problemResponse(431, 'headers_too_large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: problemResponse(413, 'too_large'),
}

/** Ends a connection with an invalid or a late request; the response has the reason. */
export function rejectBrokenRequest({ code }: ConnectionError, socket: Socket, connections: ConnectionTable): void {
  // More of the same after the response.
  if (socket.writableEnded) return
  const [exchange] = connections.get(socket)?.exchanges ?? []
  // A response that has begun would only be corrupted.
  if (code === 'ECONNRESET' || exchange?.response.headersSent) socket.destroy()
  else endWith(socket, responses[code] ?? malformed)
}
