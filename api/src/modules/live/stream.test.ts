import { createServer } from 'node:http'
import { listenLocally } from '@portal/command/listen-locally'
import { afterEach, expect, test } from 'vitest'
import { openStream } from './stream.ts'

const server = createServer((_request, response) => openStream(response).close())
afterEach(() => server.close())

test('a stream that is closed before it begins responds as an event stream, so that the page reconnects', async () => {
  const response = await fetch(await listenLocally(server))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
})
