import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiProblem } from '@portal/contracts/api-problem'

/** A complete response to an invalid or rejected request; the last one of its connection. */
export type RawResponse = { status: number; type: string; body: string; headers?: Record<string, string> }

/** Milliseconds until a client that does not end its connection loses it. */
const LINGER_MS = 1_000

export function problemResponse(status: number, code: string): RawResponse {
  const problem: ApiProblem = { code, message: code.replaceAll('_', ' ') }
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(problem) }
}

/** Sends the response past the HTTP parser and ends the connection. */
export function endWith(socket: Socket, { status, type, body, headers }: RawResponse): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
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
  // A close with bytes not read would reset the connection before the client has read the response.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer))
}
