import { type Agent, type IncomingMessage, request } from 'node:http'
import { ApiProblem } from '@portal/contracts/api-problem'
import type { FuzzRequest, Operation } from './generate.ts'

const RESPONSE_TIMEOUT_MS = 30_000
/** Node sends this status itself, for headers that are too large, before the request reaches the API. */
const HEADERS_TOO_LARGE = 431

type Options = { port: number; agent: Agent; headers: Record<string, string> }

/** Sends a request and returns what is wrong with the response, or undefined if it satisfies the contract. */
export async function findFault(
  operation: Operation,
  sent: FuzzRequest,
  options: Options,
): Promise<string | undefined> {
  try {
    return await send(operation, sent, options).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error
      // A server may close a connection between two requests, so the request must fail again on a new one.
      return send(operation, sent, { ...options, agent: false })
    })
  } catch (error) {
    return `no response: ${error instanceof Error ? error.message : error}`
  }
}

type Sending = Omit<Options, 'agent'> & { agent: Agent | false }

function send(operation: Operation, sent: FuzzRequest, { port, agent, headers }: Sending): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const { method, path, body } = sent
    const all = {
      ...headers,
      ...sent.headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    }
    const outgoing = request({ port, agent, method, path, headers: all, timeout: RESPONSE_TIMEOUT_MS })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`timeout after ${RESPONSE_TIMEOUT_MS} ms`)))
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      // An event stream does not end.
      if (String(response.headers['content-type']).startsWith('text/event-stream')) {
        response.destroy()
        resolve(
          operation.statuses.includes(response.statusCode ?? 0)
            ? undefined
            : `undeclared status ${response.statusCode}`,
        )
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('the response is cut')))
      response.on('end', () => resolve(responseFault(operation, response, Buffer.concat(chunks).toString())))
    })
    outgoing.end(body)
  })
}

function responseFault(
  operation: Operation,
  { statusCode = 0, headers }: IncomingMessage,
  text: string,
): string | undefined {
  if (statusCode >= 500) return `status ${statusCode}: ${text.slice(0, 200)}`
  if (operation.statuses.includes(statusCode) || statusCode === HEADERS_TOO_LARGE) return undefined
  if (statusCode < 400) return `undeclared status ${statusCode}`
  const isJson = String(headers['content-type']).startsWith('application/json')
  const isProblem = isJson && ApiProblem.safeParse(JSON.parse(text)).success
  return isProblem ? undefined : `status ${statusCode} is no problem of the contract: ${text.slice(0, 200)}`
}
