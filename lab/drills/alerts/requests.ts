import { setTimeout as delay } from 'node:timers/promises'
import { type DrillPortal, pageHeaders } from '../portal.ts'
import type { BrokenPortal } from './broken-portal.ts'

const CALLERS = 120

export async function requests(
  { portal, session }: BrokenPortal,
  path: string,
  count: number,
  headers = {},
): Promise<void> {
  const send = async () => {
    const response = await fetch(`${portal.origin}${path}`, { headers: { ...pageHeaders(session), ...headers } })
    await response.arrayBuffer()
  }
  await Promise.all(Array.from({ length: count }, () => send().catch(() => {})))
}

/** Sends requests while their table is locked. */
export async function slowRequests(broken: BrokenPortal): Promise<void> {
  await whileLocked(broken.portal, 2_000, () => requests(broken, '/api/v1/user/billing', 12))
}

/** Locks the history for the work, and for this time at least. */
export async function whileLocked({ database }: DrillPortal, ms: number, work: () => Promise<void>): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('begin')
    await client.query('lock table operation in access exclusive mode')
    const working = work()
    await delay(ms)
    await client.query('rollback')
    await working
  } finally {
    client.release()
  }
}

/** Addresses that each send one request, more at a time than may wait for a slot. */
export async function manyCallers(broken: BrokenPortal, ms: number): Promise<void> {
  const until = performance.now() + ms
  for (let caller = 0; performance.now() < until; caller += CALLERS) {
    await Promise.all(
      Array.from({ length: CALLERS }, (_, n) => {
        const address = `10.${(caller + n) >> 16}.${((caller + n) >> 8) & 255}.${(caller + n) & 255}`
        return requests(broken, '/api/v1/user/payout', 1, { 'x-forwarded-for': address, cookie: '' })
      }),
    )
  }
}

export async function report({ portal, session }: BrokenPortal, events: readonly object[]): Promise<void> {
  const response = await fetch(`${portal.origin}/api/v1/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...pageHeaders(session) },
    body: JSON.stringify({ events }),
  })
  if (!response.ok) throw new Error(`The API answered ${response.status} to telemetry: ${await response.text()}`)
}
