import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenLocally } from '@portal/command/free-ports'

/**
 * What a provider does wrong with its next request to send a message.
 * - `hangs`: it does not accept the message and never responds.
 * - `lost`: it accepts the message and never responds.
 * - `cut`: it accepts the message, and the connection ends in the middle of the response.
 * - `page`: it does not accept the message, and responds with a page instead of JSON.
 * - `code`: it responds 200 with its own error code. With `isAboutRequest` the request has the error, not a phone.
 */
export type Fault = 'hangs' | 'lost' | 'cut' | 'page' | 'endless' | { status: number; location?: string } | OwnError

export type OwnError = { code: number; error?: string; isAboutRequest?: boolean }

/** A message that the provider has accepted. */
export type TakenSms = { id: string; phone: string; text: string }

/** `status`: the provider's code for the delivery of a message. */
export type SmsDouble = {
  url: string
  taken: TakenSms[]
  faults: Fault[]
  /** Requests for the state of a message get no response. */
  hangsOnStatus: boolean
  setStatus(id: string, status: number): void
  stop(): void
}

export type DoubleProtocol = {
  sendPath: string
  /** Reads a request to send a message. Undefined if its key is wrong. */
  read(body: string, headers: IncomingMessage['headers'], nextId: string): TakenSms | undefined
  accepted(sms: TakenSms, balance: number): unknown
  wrongKey: { status: number; body: unknown }
  failed(error: OwnError, sms: TakenSms): unknown
  /** The response to a request for the state of a message. */
  status?(body: string, findStatus: (id: string) => number | undefined): unknown
}

/** Starts a server that speaks the HTTP of a provider, with its errors. */
export async function startDouble(protocol: DoubleProtocol): Promise<SmsDouble> {
  const statuses = new Map<string, number>()
  let balance = 1_000
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url?.split('?')[0] === protocol.sendPath) return send(body, request, response)
    if (double.hangsOnStatus) return
    if (!protocol.status) return response.writeHead(404).end()
    const found = protocol.status(body, (id) => statuses.get(id))
    json(response, found)
  })

  function send(body: string, { headers }: IncomingMessage, response: ServerResponse): unknown {
    const fault = double.faults.shift()
    if (fault === 'hangs') return
    if (fault === 'page')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Технические работы</h1>')
    if (fault === 'endless') return response.writeHead(200).write('<html>')
    if (typeof fault === 'object' && 'status' in fault) {
      return response.writeHead(fault.status, fault.location ? { location: fault.location } : {}).end()
    }
    const sms = protocol.read(body, headers, `202611-${double.taken.length + 1}`)
    if (!sms) return json(response, protocol.wrongKey.body, protocol.wrongKey.status)
    if (typeof fault === 'object') return json(response, protocol.failed(fault, sms))
    double.taken.push(sms)
    statuses.set(sms.id, 0)
    balance -= 4.1
    if (fault === 'lost') return
    if (fault === 'cut')
      return response.writeHead(200, { 'content-length': '200' }).write('{', () => response.destroy())
    json(response, protocol.accepted(sms, balance))
  }

  const double: SmsDouble = {
    url: await listenLocally(server),
    taken: [],
    faults: [],
    hangsOnStatus: false,
    setStatus: (id, status) => statuses.set(id, status),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return double
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
