import type { AddressInfo } from 'node:net'
import type { LiveEvent } from '@portal/contracts/live-event'
import { createTestApi, type TestApi, type TestBrowser, type TestUser } from '../../../http/testing/test-api.ts'

type Live = { api: TestApi; anna: TestUser; browser: TestBrowser; address: string }

/** Starts an API that listens on a port, with a signed-in user. */
export async function startLive(options: Parameters<typeof createTestApi>[0] = {}): Promise<Live> {
  const api = await createTestApi(options)
  const anna = await api.createUser({ phone: '+79160000001' })
  const browser = await api.signedIn(anna)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  return { api, anna, browser, address }
}

type StreamOptions = { headers?: Record<string, string>; query?: string }

/** Opens a page's stream. */
export async function openStream(
  address: string,
  token: string | undefined,
  { headers = {}, query = '' }: StreamOptions = {},
) {
  const abort = new AbortController()
  const response = await fetch(`${address}/api/v1/events${query}`, {
    headers: { cookie: `session=${token}`, ...headers },
    signal: abort.signal,
  })
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events: (LiveEvent & { id: string })[] = []
  /** The reconnection delays that the server has sent, in milliseconds. */
  const retryDelays: number[] = []
  let ended = false
  const reading = (async () => {
    let rest = ''
    for (;;) {
      const { value, done } = (await text?.read().catch(() => ({ value: undefined, done: true }))) ?? { done: true }
      if (done) break
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id = '', data] = block.match(/^id: (\d+)\nevent: change\ndata: (.*)$/) ?? []
        if (data) events.push({ id, ...JSON.parse(data) })
        const [, retryDelay] = block.match(/^retry: (\d+)$/) ?? []
        if (retryDelay) retryDelays.push(Number(retryDelay))
      }
    }
    ended = true
  })()
  async function close(): Promise<void> {
    abort.abort()
    await reading
  }
  return { response, events, retryDelays, hasEnded: () => ended, close }
}
