import { getPublicSettings } from '@portal/contracts/public-settings'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startPublicSettingsUpdates } from './public-settings-updates.ts'

const lines: string[] = []
const log = { error: (_: unknown, message: string) => lines.push(message) }

beforeEach(() => {
  lines.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

/** Time passes in it for the timers too. */
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 30_000 })

/** An API that responds with these, one after the other; null is a failure. */
async function apiWith(...responses: (boolean | null)[]) {
  const left = [...responses]
  const api = Fastify()
  api.get(`/api/v1${getPublicSettings.path}`, async (_, reply) => {
    const sandbox_bank = left.shift()
    return typeof sandbox_bank === 'boolean' ? { sandbox_bank } : reply.code(503).send({})
  })
  const origin = await api.listen({ host: '127.0.0.1', port: 0 })
  const updates = startPublicSettingsUpdates(() => origin, log)
  onTestFinished(async () => {
    updates.stop()
    await api.close()
  })
  return { updates, left }
}

// spec: 9.53
test('a portal server beside its API learns of a sandbox from the API, and of the end of one', async () => {
  const { updates, left } = await apiWith(true, false)
  expect(updates.publicSettings()).toBeUndefined()
  await until(() => updates.publicSettings()?.sandbox_bank === true)
  expect(left).toHaveLength(1)
  await until(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(60_000)
  await until(() => updates.publicSettings()?.sandbox_bank === false)
})

test('reads again after a failure, which leaves what it knew and is logged', async () => {
  const { updates, left } = await apiWith(null, true, null)
  await until(() => left.length === 2 && vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(5_000)
  await until(() => updates.publicSettings()?.sandbox_bank === true)
  expect(lines).toEqual([])
  await until(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(60_000)
  await until(() => lines.length === 1)
  expect(lines).toEqual(['The public settings of the API could not be read'])
  expect(updates.publicSettings()).toEqual({ sandbox_bank: true })
})
