import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { localAddresses, sendLoad } from '../load.ts'
import type { LoadResult } from '../load-generator.ts'
import type { Drill, Measured } from '../run-drill.ts'
import { shiftRequests, signIn } from '../shift.ts'
import { type ProxiedPortal, startBehindNginx } from './behind-nginx.ts'
import { measureIdleConnections } from './idle-connections.ts'
import { measureOneUser } from './one-user.ts'
import { measureRestart } from './restart.ts'

/** This many connections saturate one process, when each waits for its response. */
const CAPACITY_CONNECTIONS = 32
const OVERLOAD_FACTOR = 5
const CAPACITY_SECONDS = 8
const OVERLOAD_SECONDS = 12
const MIN_SERVED = 0.45
const MAX_LATENCY_MS = 1_500

/** Attacks a portal behind nginx in four ways, and measures what its users notice. */
export const overload: Drill = async (running) => {
  const proxied = await startBehindNginx(running)
  const { session } = await signIn(proxied.portal)
  const requests = await shiftRequests(proxied.portal)
  // In the first seconds the compiler still optimizes the code.
  await sendLoad(running, {
    port: proxied.portal.port,
    requests,
    seconds: 5,
    arrivals: { connections: CAPACITY_CONNECTIONS },
  })
  const measured = [
    await measureIdleConnections(running, proxied, session),
    await measureOneUser(running, proxied, session),
    await measureOverload(running, proxied, requests),
    await measureRestart(proxied),
  ]
  for (const { figure, holds } of measured) say(`${figure}: ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  return { figure: measured.map(({ figure }) => figure).join('; '), holds: measured.every(({ holds }) => holds) }
}

/** Sends five times as many requests as can be served, independently of responses, each on a connection of its own. */
async function measureOverload(running: Running, { port }: ProxiedPortal, requests: string[]): Promise<Measured> {
  // From many addresses, each of which stays below the limit of nginx.
  const load = {
    port,
    requests,
    hasNewConnections: true,
    addresses: localAddresses(1_000),
    counted: '\r\nretry-after: ',
  }
  const closed = await sendLoad(running, {
    ...load,
    seconds: CAPACITY_SECONDS,
    arrivals: { connections: CAPACITY_CONNECTIONS },
  })
  const capacity = served(closed).length / CAPACITY_SECONDS
  say(`capacity ${capacity.toFixed(0)} a second, ${described(closed)}`)
  const arrivals = { rate: capacity * OVERLOAD_FACTOR }
  const result = await sendLoad(running, { ...load, seconds: OVERLOAD_SECONDS, arrivals })
  say(`at five times that: ${described(result)}, ${result.unsent} not sent`)
  const share = served(result).filter((ms) => ms <= MAX_LATENCY_MS).length / OVERLOAD_SECONDS / capacity
  const p99 = percentile(served(result), 0.99)
  const { 200: _, 503: rejected = [], ...others } = result.latencies
  const failed = Object.values(others).flat().length
  return {
    figure:
      `at five times the capacity of ${capacity.toFixed(0)} requests a second ${Math.round(share * 100)} % of it is served, ` +
      `p99 ${p99.toFixed(0)} ms, ${rejected.length} × 503 of which ${result.counted} have Retry-After, ${failed} others`,
    holds: share >= MIN_SERVED && p99 <= MAX_LATENCY_MS && result.counted >= rejected.length && failed === 0,
  }
}

function served({ latencies }: LoadResult): number[] {
  return latencies[200] ?? []
}

function described({ latencies }: LoadResult): string {
  return Object.entries(latencies)
    .map(([status, times]) => {
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0))
      return `${times.length} × ${status} (p50 ${p50}, p99 ${p99} ms)`
    })
    .join(', ')
}
