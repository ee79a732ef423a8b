import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Starts an SMS gateway that stores the newest code of each phone. */
export async function startSmsGateway() {
  const codes = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const message: { phone: string; text: string } = JSON.parse(await text(request))
    const code = /\b\d{6}\b/.exec(message.text)?.[0]
    if (code) codes.set(message.phone, code)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codeFor: (phone: string) => codes.get(phone),
    stop: () => server.close(),
  }
}
