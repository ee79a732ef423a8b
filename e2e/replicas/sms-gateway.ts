import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenLocally } from '@portal/command/listen-locally'

/** Starts an SMS gateway that stores the newest code of each phone. */
export async function startSmsGateway() {
  const codes = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const message: { phone: string; text: string } = JSON.parse(await text(request))
    const code = /\b\d{6}\b/.exec(message.text)?.[0]
    if (code) codes.set(message.phone, code)
    response.end()
  })
  return {
    url: await listenLocally(server),
    codeFor: (phone: string) => codes.get(phone),
    stop: () => server.close(),
  }
}
