import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followApis } from './follow-apis.ts'

type Readiness = { status: number; responds: boolean }

/** Starts an API whose readiness can change. */
async function startApi() {
  const readiness: Readiness = { status: 200, responds: true }
  const api = Fastify({ forceCloseConnections: true })
  api.get('/readyz', (_request, reply) => (readiness.responds ? reply.code(readiness.status).send({}) : undefined))
  onTestFinished(() => api.close())
  return { address: await api.listen({ host: '127.0.0.1', port: 0 }), readiness }
}

test('uses the first API that is ready, and the first one again when it is back', async () => {
  const [first, second] = [await startApi(), await startApi()]
  const lines: string[] = []
  const followed = followApis([first.address, second.address], { warn: (line) => void lines.push(line) })
  onTestFinished(() => followed.stop())
  expect(followed.current()).toBe(first.address)
  const uses = ({ address }: { address: string }) =>
    vi.waitFor(() => expect(followed.current()).toBe(address), { timeout: 30_000 })

  first.readiness.responds = false
  await uses(second)
  first.readiness.responds = true
  await uses(first)
  first.readiness.status = 503
  await uses(second)
  second.readiness.status = 503
  first.readiness.status = 200
  await uses(first)
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe(`The API at ${first.address} is not used any more, but ${second.address}`)
})
