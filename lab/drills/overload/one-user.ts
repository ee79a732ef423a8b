import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Running, say } from '@portal/command/command'
import { formatCounts, medianBalanceMs, rawRequest, sendLoad } from '../load.ts'
import { prepareOrder } from '../orders.ts'
import { pageHeaders } from '../portal.ts'
import type { Measured } from '../run-drill.ts'
import type { ProxiedPortal } from './behind-nginx.ts'

const CONNECTIONS = 200
const ATTACK_SECONDS = 6
/** Another user's balance may take this many times as long as without load. */
const MAX_SLOWDOWN = 2

/**
 * Lets one user send requests on 200 connections, each of which sends its next request after a response. Another user
 * reads a balance meanwhile.
 */
export async function measureOneUser(
  running: Running,
  { portal, origin, port }: ProxiedPortal,
  victim: string,
): Promise<Measured> {
  const attacks = await oneUserRequests(portal)
  const baselineMs = await medianBalanceMs({ origin }, victim, 4)
  say(`a balance takes ${baselineMs.toFixed(1)} ms in quiet`)
  let worst = { name: '', factor: 0 }
  for (const [name, requests] of Object.entries(attacks)) {
    const arrivals = { connections: CONNECTIONS }
    const load = { port, requests, seconds: ATTACK_SECONDS, arrivals, addresses: ['127.0.0.2'], drainMs: 2_000 }
    const attack = sendLoad(running, load)
    await delay(1_000)
    const medianMs = await medianBalanceMs({ origin }, victim, ATTACK_SECONDS - 2)
    say(`beside ${name}: ${medianMs.toFixed(1)} ms; ${formatCounts(await attack)}`)
    if (medianMs / baselineMs > worst.factor) worst = { name, factor: medianMs / baselineMs }
  }
  return {
    figure:
      `beside ${CONNECTIONS} parallel requests of one user another's balance takes at most ` +
      `${worst.factor.toFixed(1)} times ${baselineMs.toFixed(1)} ms (${worst.name})`,
    holds: worst.factor <= MAX_SLOWDOWN,
  }
}

async function oneUserRequests(portal: ProxiedPortal['portal']): Promise<Record<string, string[]>> {
  const { session, body } = await prepareOrder(portal)
  const headers = pageHeaders(session)
  const get = (path: string) => [rawRequest('GET', path, headers)]
  const orders = Array.from({ length: 500 }, () =>
    rawRequest(
      'POST',
      '/api/v1/user/payout',
      { ...headers, 'idempotency-key': randomUUID() },
      { ...body, code: '000000' },
    ),
  )
  return {
    balances: get('/api/v1/user/balance'),
    lists: get('/api/v1/user/billing'),
    orders,
    exports: get('/api/v1/user/billing.csv'),
    pages: [rawRequest('GET', '/', { ...headers, accept: 'text/html' })],
  }
}
