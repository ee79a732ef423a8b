import type { ReleaseHealth } from '@portal/contracts/telemetry'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestApi, type TestApi, type TestUser } from '../../../http/testing/test-api.ts'

const page = { 'sec-fetch-site': 'same-origin' }
export const start = { kind: 'start', remote: 'mfe-tips', version: 't1' } as const
export const fault = {
  ...start,
  kind: 'error',
  name: 'TypeError',
  message: 'x is not a function',
  route: '/billing',
} as const
export const anonymous = { cookies: {} }

type Sender = { headers?: Record<string, string>; remoteAddress?: string; cookies?: Record<string, string> }

type NewSession = { restaurant?: TestUser; days?: number }

export type TelemetryApi = {
  api: TestApi
  /** Creates a user who joined a restaurant this number of days ago, by default a new one. Returns the session. */
  newSession: (of?: NewSession) => Promise<string>
  joined: (user: TestUser, days: number) => Promise<unknown>
  /** Sends events as `sendBeacon` does, without the header that other requests have. */
  send: (events: readonly object[], sender?: Sender) => Promise<LightMyRequestResponse>
  reportLive: (releases: readonly object[], token?: string) => Promise<LightMyRequestResponse>
  health: (minutes?: number) => Promise<ReleaseHealth[]>
  /** Deletes everything that was reported and logged. */
  reset: () => Promise<void>
  /** Returns the lines of the log with this message. */
  logLines: (message: string) => Record<string, unknown>[]
}

/** Creates an API with live releases, and a user who reports events. */
export async function createTelemetryApi(env: Record<string, string> = {}): Promise<TelemetryApi> {
  const api = await createTestApi({ env })
  let userCount = 0

  async function newSession({ restaurant, days = 8 }: NewSession = {}): Promise<string> {
    userCount += 1
    const user = await api.createUser({
      phone: `+7917${String(userCount).padStart(7, '0')}`,
      ...(restaurant && { restaurant: { id: restaurant.restaurantId, bank: restaurant.bank } }),
    })
    await joined(user, days)
    return String((await api.signedIn(user)).token)
  }

  const joined = ({ userId }: TestUser, days: number) =>
    sql`update user_account set created_at = now() - make_interval(days => ${days}) where id = ${userId}`.execute(
      api.db,
    )

  const session = await newSession()

  function send(
    events: readonly object[],
    { headers = page, remoteAddress = '203.0.113.1', cookies = { session } }: Sender = {},
  ): Promise<LightMyRequestResponse> {
    const request = { method: 'POST', url: '/api/v1/telemetry', payload: { events } } as const
    return api.app.inject({ ...request, headers, remoteAddress, cookies })
  }

  function reportLive(releases: readonly object[], token = api.settings.metricsToken): Promise<LightMyRequestResponse> {
    const headers = { authorization: `Bearer ${token}` }
    return api.app.inject({ method: 'POST', url: '/api/v1/telemetry/live-releases', headers, payload: { releases } })
  }

  async function health(minutes = 15): Promise<ReleaseHealth[]> {
    const headers = { authorization: `Bearer ${api.settings.serviceToken}` }
    const response = await api.app.inject({ url: `/api/v1/telemetry/releases?minutes=${minutes}`, headers })
    expect(response.statusCode).toBe(200)
    return response.json().items
  }

  async function reset(): Promise<void> {
    await health()
    await api.db.deleteFrom('telemetry').execute()
    await api.db.deleteFrom('telemetry_reporter').execute()
    await api.db.deleteFrom('rate_limit').execute()
    api.logs.length = 0
  }

  const logLines = (message: string) => api.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)

  await reportLive([
    ...['t1', 't2', 'fresh'].map((version) => ({ remote: 'mfe-tips', version })),
    { remote: 'shell', version: 't1' },
  ])
  return { api, newSession, joined, send, reportLive, health, reset, logLines }
}
