import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApiChecks } from './api-checks.ts'

type Readiness = { status: number; isResponding: boolean }

/** Starts an API whose readiness can change. */
async function startApi() {
  const readiness: Readiness = { status: 200, isResponding: true }
  const api = Fastify({ forceCloseConnections: true })
  api.get('/readyz', (_request, reply) => (readiness.isResponding ? reply.code(readiness.status).send({}) : undefined))
  onTestFinished(() => api.close())
  return { address: await api.listen({ host: '127.0.0.1', port: 0 }), readiness }
}

test('uses the first API that is ready, and the first one again when it is back', async () => {
  const [first, second] = [await startApi(), await startApi()]
  const lines: string[] = []
  const checks = startApiChecks([first.address, second.address], { warn: (line) => void lines.push(line) })
  onTestFinished(() => checks.stop())
  expect(checks.current()).toBe(first.address)
  const uses = ({ address }: { address: string }) =>
    vi.waitFor(() => expect(checks.current()).toBe(address), { timeout: 30_000 })

  first.readiness.isResponding = false
  await uses(second)
  first.readiness.isResponding = true
  await uses(first)
  first.readiness.status = 503
  await uses(second)
  second.readiness.status = 503
  first.readiness.status = 200
  await uses(first)
  expect(lines.filter((line, index) => line === lines[index - 1])).toEqual([])
  expect(lines[0]).toBe(`The API at ${first.address} is not used any more, but ${second.address}`)
})
