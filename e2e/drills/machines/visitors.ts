import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import { getTotalBalance } from '@portal/contracts/balance'
import type { NewPayout } from '@portal/contracts/new-payout'
import { listOperations } from '@portal/contracts/operation'
import { getSessionBootstrap } from '@portal/contracts/session'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { findOrder } from '../../../mfe-payouts/money-order/find-order.ts'
import { sendOrder } from '../../../mfe-payouts/money-order/send-order.ts'
import { hire, openSession } from '../../fixtures/people.ts'
import { tipRubles } from '../failover-load.ts'
import type { Order, OrderPortal } from '../orders.ts'
import { serviceToken } from '../portal.ts'
import { asNavigation, asQuery, inPage, load, withRetries } from './client.ts'

const VISITORS = 6
const INTERVAL_MS = 200
const TIP_TIMEOUT_MS = 20_000

const kinds = ['page', 'file', 'read', 'tip', 'order'] as const
type Kind = (typeof kinds)[number]

/** What visitors have noticed since the last report. */
export type Noticed = { slowestMs: Partial<Record<Kind, number>>; requests: number; repeated: number; failed: string[] }

const nothing = (): Noticed => ({ slowestMs: {}, requests: 0, repeated: 0, failed: [] })

/** Opens pages, loads files of releases, reads lists and books tips until it is stopped, with the portal's own client. */
export async function startVisitors(running: Running, { origin, database }: OrderPortal) {
  const waiter = await hire(database)
  const session = await openSession(database, waiter.id)
  const [place] = waiter.places
  const file = await fileOfRelease(origin)
  const tips: string[] = []
  let noticed = nothing()
  const over = new AbortController()
  running.started({ stop: () => over.abort() })

  /** Measures how long something takes with all that is repeated; what fails anyway is noted. Returns whether it succeeded. */
  async function notice(kind: Kind, work: () => Promise<unknown>): Promise<boolean> {
    const start = performance.now()
    noticed.requests += 1
    try {
      await withRetries(work, kind === 'page' ? asNavigation : asQuery, () => {
        noticed.repeated += 1
      })
      noticed.slowestMs[kind] = Math.max(noticed.slowestMs[kind] ?? 0, performance.now() - start)
      return true
    } catch (error) {
      const seconds = ((performance.now() - start) / 1_000).toFixed(1)
      const problem = error instanceof ApiError ? `${error.message} ${error.problem.message}` : String(error)
      noticed.failed.push(`${kind} after ${seconds} s: ${problem}`)
      return false
    }
  }

  async function bookTip(): Promise<void> {
    const external_id = randomUUID()
    const tip = { external_id, employee_id: place?.employeeId, amount: tipRubles, paid_at: new Date().toISOString() }
    // The payment side sends it again until it is accepted.
    while (!(await notice('tip', () => sendTip(tip))));
    tips.push(external_id)
  }

  async function sendTip(tip: object): Promise<void> {
    const response = await fetch(`${origin}/api/v1/ingest/tips`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceToken}` },
      body: JSON.stringify({ tips: [tip] }),
      signal: AbortSignal.timeout(TIP_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new ApiError(0, { code: 'offline', message: String(cause) })
    })
    const text = await response.text()
    if (!response.ok) throw new ApiError(response.status, { code: 'tip', message: text })
  }

  async function visit(): Promise<void> {
    while (!over.signal.aborted) {
      await notice('page', () => load('/'))
      // nginx has it in its cache without the query.
      await notice('file', () => load(`${file}?${randomUUID()}`))
      await notice('read', () => call(getSessionBootstrap, {}))
      await notice('read', () => call(getTotalBalance, {}))
      await notice('read', () => call(listOperations, { query: {} }))
      await bookTip()
      await delay(INTERVAL_MS)
    }
  }

  const visits = Promise.all(Array.from({ length: VISITORS }, () => inPage(session, visit)))
  visits.catch(() => {})
  return {
    session,
    /** Sends an order as a page does: twice under its key, and then it searches for it. Returns whether it is there. */
    async order({ session, key, body }: Pick<Order, 'session' | 'key' | 'body'>): Promise<boolean> {
      const start = performance.now()
      noticed.requests += 1
      const outcome = await inPage(session, async () => {
        const sent = await sendOrder(body as NewPayout, key)
        return sent === 'unknown' ? findOrder(key, over.signal) : sent
      }).catch((error: ApiError) => `${error.message} ${error.problem?.message}`)
      noticed.slowestMs.order = Math.max(noticed.slowestMs.order ?? 0, performance.now() - start)
      if (typeof outcome === 'string') noticed.failed.push(`order: ${outcome}`)
      return typeof outcome !== 'string'
    },
    /** Returns what was noticed since the last call. */
    take(): Noticed {
      const taken = noticed
      noticed = nothing()
      return taken
    },
    /** Resolves with the tips that were acknowledged, and who got them. */
    async stop() {
      over.abort()
      await visits
      return { tips, waiter }
    },
  }
}

/** Returns the address of a script that a page loads. */
async function fileOfRelease(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/login`, { headers: { accept: 'text/html' } })).text()
  const [file] = /\/releases\/[\w/.-]+\.js/.exec(page) ?? []
  if (!file) throw new Error('The page names no file of a release')
  return file
}
