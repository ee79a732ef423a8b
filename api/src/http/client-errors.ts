import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiProblem } from '@portal/contracts/api-problem'
import type { ConnectionError } from 'fastify'

/** A response to a request that Node could not parse. */
export type RawResponse = { status: number; type: string; body: string; headers?: Record<string, string> }

const malformed = problemResponse(400, 'malformed')
/** The response by the code of Node's error. */
const responses: Record<string, RawResponse> = {
  ERR_HTTP_REQUEST_TIMEOUT: problemResponse(408, 'request_timeout'),
  HPE_HEADER_OVERFLOW: problemResponse(431, 'headers_too_large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: problemResponse(413, 'too_large'),
}

/** Ends a connection with an invalid or late request. The response says why. */
export function rejectBrokenRequest({ code }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy()
  else endWith(socket, responses[code] ?? malformed)
}

export function problemResponse(status: number, code: string): RawResponse {
  const problem: ApiProblem = { code, message: code.replaceAll('_', ' ') }
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(problem) }
}

/** Sends the last response of a connection. */
export function endWith(socket: Socket, { status, type, body, headers }: RawResponse): void {
  // The connection has ended, or has already got its last response.
  if (!socket.writable) return
  const fields = {
    Connection: 'close',
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  // Unread bytes would reset the connection before the client has read the response.
  socket.resume()
}
