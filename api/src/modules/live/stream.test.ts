import { createServer } from 'node:http'
import { listenLocally } from '@portal/command/listen-locally'
import { afterEach, expect, test } from 'vitest'
import { Stream } from './stream.ts'

const server = createServer((_request, response) => {
  const stream = new Stream({ id: 'user', sessionId: 'session' })
  stream.close(700)
  stream.begin(response, 0, 0)
})
afterEach(() => server.close())

test('a stream that is closed before it begins responds as an event stream, so that the page reconnects', async () => {
  const response = await fetch(await listenLocally(server))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await response.text()).toBe('retry: 700\n\n')
})
