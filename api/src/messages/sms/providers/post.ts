import { Agent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { parseJson, RequestError, sendRequest } from '@portal/command/send-request'
import { SmsRejected, SmsUnknown } from './provider.ts'

/** Another provider is used if this one cannot be connected to in this time. */
const CONNECT_TIMEOUT_MS = 2_000
/** The longest response of a provider has a few hundred bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024

type PostOptions = { headers: Record<string, string>; body: string; timeoutMs: number; ignoresBody?: boolean }

/**
 * Sends one POST over a new connection. Without a connection, the provider has certainly received nothing.
 * @throws SmsRejected without a connection
 * @throws SmsUnknown when there is no complete response in time
 */
export async function post(url: string, options: PostOptions): Promise<{ status: number; text: string }> {
  const connecting = new AbortController()
  const timer = setTimeout(() => connecting.abort(), Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs))
  let isConnected = false
  const agent = agentWith(url, () => {
    isConnected = true
    clearTimeout(timer)
  })
  try {
    const request = { ...options, url, method: 'POST', maxResponseBytes: MAX_RESPONSE_BYTES, agent }
    return await sendRequest({ ...request, signal: connecting.signal })
  } catch (error) {
    if (connecting.signal.aborted) throw new SmsRejected('connect_timeout')
    if (!(error instanceof RequestError)) throw error
    throw isConnected ? new SmsUnknown(error.code) : new SmsRejected(error.code)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns an agent that opens a connection for each request, and calls `onConnected` after its TLS handshake. */
function agentWith(url: string, onConnected: () => void): Agent {
  const isHttps = url.startsWith('https:')
  const agent = isHttps ? new HttpsAgent() : new Agent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options: AgentOptions, callback) => {
    const socket = connect(options, callback) as Socket
    return socket.once(isHttps ? 'secureConnect' : 'connect', onConnected)
  }
  return agent
}

/**
 * Sends a form and returns the JSON of the response. The fields are in the body, because proxies log addresses.
 * @throws SmsRejected, SmsUnknown
 */
export async function postForm(url: string, fields: Record<string, string>, timeoutMs: number): Promise<unknown> {
  const { status, text } = await post(url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    timeoutMs,
  })
  if (status >= 500) throw new SmsUnknown(`http_${status}`)
  if (status !== 200) throw new SmsRejected(`http_${status}`)
  const json = parseJson(text)
  if (json === undefined) throw new SmsUnknown('response_not_json')
  return json
}

/** `12.5` and `"12.50"` → 1250; undefined where there is no amount. */
export function toKopecks(rubles: string | number | undefined): number | undefined {
  const kopecks = Math.round(Number(rubles) * 100)
  return rubles === undefined || rubles === '' || !Number.isSafeInteger(kopecks) ? undefined : kopecks
}
