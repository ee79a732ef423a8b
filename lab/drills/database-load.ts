import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import { hire, openSession } from '../../e2e/fixtures/users.ts'
import type { OrderPortal } from './orders.ts'
import { pageHeaders } from './portal.ts'
import { sendTips } from './tips.ts'

const WRITERS = 2
const READERS = 2
const REQUEST_INTERVAL_MS = 50
const RETRY_DELAY_MS = 100
/** The timeout of the portal's own pages. */
const READ_TIMEOUT_MS = 20_000
const MAX_REPEATING_MS = 120_000

export const TIP_RUBLES = 10

const reads = [
  '/user/balance',
  '/user/billing?page=1',
  '/session/bootstrap',
  '/user/payout?page=1',
  '/user/payout-bindings',
]

/** The commit happened between these two times in milliseconds. PostgreSQL has the same clock as this process. */
export type Acknowledged = { id: string; sentAt: number; acknowledgedAt: number }

export type Load = Awaited<ReturnType<typeof startLoad>>

/**
 * Books tips and reads lists through one API until it is stopped. Each tip is sent again, under its id,
 * until it is acknowledged.
 */
export async function startLoad(running: Running, { origin, database }: OrderPortal) {
  const user = await hire(database)
  const session = await openSession(database, user.id)
  const employeeId = user.workplaces[0]?.employeeId
  const done = { tips: [] as Acknowledged[], reads: [] as number[], failedReads: [] as string[] }
  const over = new AbortController()
  const lost = new AbortController()
  // This also stops a failed drill, whose requests would be sent again forever.
  running.started({ stop: () => over.abort() })

  async function write(): Promise<void> {
    while (!over.signal.aborted) {
      const [id, sentAt] = [randomUUID(), Date.now()]
      await untilAccepted(() => sendTips(origin, [{ id, employeeId, rubles: TIP_RUBLES }]), lost.signal)
      if (!lost.signal.aborted) done.tips.push({ id, sentAt, acknowledgedAt: Date.now() })
      await delay(REQUEST_INTERVAL_MS)
    }
  }

  async function read(first: number): Promise<void> {
    for (let index = first; !over.signal.aborted; index += 1) {
      const response = await fetch(`${origin}/api/v1${reads[index % reads.length]}`, {
        headers: pageHeaders(session),
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      }).catch(() => undefined)
      const text = await response?.text().catch(() => '')
      if (response?.ok) done.reads.push(Date.now())
      else done.failedReads.push(`${response?.status ?? 'no response'} ${text}`)
      await delay(REQUEST_INTERVAL_MS)
    }
  }

  const ended = Promise.all([
    ...Array.from({ length: WRITERS }, write),
    ...Array.from({ length: READERS }, (_, index) => read(index * 2)),
  ])
  ended.catch(() => {})
  return {
    ...done,
    user,
    /** Ends when the last tips are acknowledged, or immediately when the database is lost. */
    async stop({ isLost = false } = {}): Promise<void> {
      if (isLost) lost.abort()
      over.abort()
      await ended
    },
  }
}

/** @throws Error for a response that no repetition changes, and when no repetition is accepted in time */
export async function untilAccepted(send: () => Promise<Response>, lost?: AbortSignal): Promise<void> {
  for (const end = performance.now() + MAX_REPEATING_MS; performance.now() < end; ) {
    const response = await send().catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if ((response?.ok && text !== undefined) || lost?.aborted) return
    if (response && response.status < 500 && ![409, 429].includes(response.status)) {
      throw new Error(`${response.url} is ${response.status}: ${text}`)
    }
    await delay(RETRY_DELAY_MS)
  }
  throw new Error('The API accepted none of the repeated requests within two minutes: read its log above')
}
