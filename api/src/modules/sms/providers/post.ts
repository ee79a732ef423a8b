import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { SmsRejected, SmsUnknown } from './provider.ts'

/** A provider that cannot be connected to in this time is replaced by another one. */
const CONNECT_TIMEOUT_MS = 2_000
/** The longest response of a provider has a few hundred bytes. */
const MAX_BODY_BYTES = 64 * 1024

type PostOptions = { headers: Record<string, string>; body: string; timeoutMs: number; ignoresBody?: boolean }

/**
 * Sends one POST over a connection of its own, so that it is certain whether anything of it can have arrived; `fetch` does
 * not tell. Follows no redirect: another address, perhaps without TLS, must not get phones and codes. Errors contain no
 * address, since it may have a key.
 * @throws SmsRejected without a connection
 * @throws SmsUnknown when there is no complete response in time
 */
export async function post(url: string, options: PostOptions): Promise<{ status: number; text: string }> {
  const { headers, body, timeoutMs, ignoresBody = false } = options
  const isHttps = url.startsWith('https:')
  return await new Promise((resolve, reject) => {
    let isConnected = false
    const request = (isHttps ? requestHttps : requestHttp)(url, { method: 'POST', agent: false, headers })
    const stop = (reason: string) => request.destroy(Object.assign(new Error(reason), { code: reason }))
    const connectTimer = setTimeout(() => stop('connect_timeout'), Math.min(CONNECT_TIMEOUT_MS, timeoutMs))
    const timer = setTimeout(() => stop('timeout'), timeoutMs)

    request.once('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(connectTimer)
      })
    })
    request.once('close', () => {
      clearTimeout(connectTimer)
      clearTimeout(timer)
      // Has no effect after a response or an error.
      reject(new SmsUnknown('no_response'))
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? 'network_error'
      reject(isConnected ? new SmsUnknown(reason) : new SmsRejected(reason))
    })
    request.once('response', (response) => {
      const status = response.statusCode ?? 0
      if (ignoresBody) {
        resolve({ status, text: '' })
        return request.destroy()
      }
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        chunks.push(chunk)
        if (length > MAX_BODY_BYTES) stop('response_too_long')
      })
      response.on('error', () => reject(new SmsUnknown('response_cut')))
      response.once('end', () => resolve({ status, text: Buffer.concat(chunks).toString('utf8') }))
    })
    request.end(body)
  })
}

/**
 * Sends a form and returns the JSON of the response. Its fields are in the body, where no log of a proxy has them.
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
  try {
    return JSON.parse(text)
  } catch {
    throw new SmsUnknown('response_not_json')
  }
}

/** `12.5` and `"12.50"` → 1250; undefined where there is no amount. */
export function toKopecks(rubles: string | number | undefined): number | undefined {
  const kopecks = Math.round(Number(rubles) * 100)
  return rubles === undefined || rubles === '' || !Number.isSafeInteger(kopecks) ? undefined : kopecks
}
