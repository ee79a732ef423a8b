import { chmod } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Running, say } from '@portal/command/command'
import { freePorts } from '@portal/command/free-ports'
import { percentile } from '@portal/command/percentile'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { findServers } from '../../.ci/servers.ts'
import { startNginx } from '../../e2e/replicas/nginx.ts'
import { localAddresses, medianBalanceMs, sendLoad } from './load.ts'
import type { LoadResult } from './load-generator.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill, Measured } from './run-drill.ts'
import { requestsOfShift, type SignedIn, signIn } from './shift.ts'

/** This many connections saturate one process, when each waits for its response. */
const CAPACITY_CONNECTIONS = 32
const OVERLOAD_FACTOR = 5
const CAPACITY_SECONDS = 8
const OVERLOAD_SECONDS = 12
/**
 * 127.0.0.1 is the trusted address of nginx. There are many, because the system looks for a free port of one address for
 * milliseconds when thousands of its connections were closed shortly before.
 */
const CLIENT_ADDRESSES = localAddresses(1_000)
/** Slower responses do not count. */
const MAX_LATENCY_MS = 1_000

/**
 * Requests arrive at a rate, independently of responses, or each client sends the next one at once after any response. Where
 * each request comes on a new connection, the process is busy with connecting, and so is nginx: both are measured, but
 * not promised.
 */
const KINDS = {
  'persistent connections': {},
  'clients that retry at once': { repeats: true },
  'a connection for each request, behind nginx': { newConnections: true, isBehindNginx: true, isPromised: false },
  'a connection for each request': { newConnections: true, isPromised: false },
} as const

/**
 * Sends five times as many requests as the portal can serve. Measures how many are served, their latency, and how long the
 * portal takes to recover after the load.
 */
export const overload: Drill = async (running) => {
  const portal = await startPortal(running, { env: { TRUST_PROXY: '127.0.0.1' } })
  const nginxPort = await startProxy(running, portal)
  const observer = await signIn(portal)
  const load = { port: portal.port, requests: await requestsOfShift(portal) }

  // In the first seconds the compiler still optimizes the code.
  await sendLoad(running, { ...load, seconds: 5, arrivals: { connections: CAPACITY_CONNECTIONS } })
  const baselineMs = await medianBalanceMs(portal, observer.session, 2)
  say(`a balance takes ${baselineMs.toFixed(1)} ms in quiet`)

  const measured: Measured[] = []
  for (const [name, kindOf] of Object.entries<Kind>(KINDS)) {
    const { newConnections = false, repeats = false, isBehindNginx = false, isPromised = true } = kindOf
    const target = isBehindNginx ? { port: nginxPort } : { addresses: CLIENT_ADDRESSES }
    const kind = { ...load, newConnections, ...target }
    const closedLoad = { ...kind, seconds: CAPACITY_SECONDS, arrivals: { connections: CAPACITY_CONNECTIONS } }
    const closed = await sendLoad(running, closedLoad)
    const capacity = served(closed).length / CAPACITY_SECONDS
    say(`${name}: capacity ${capacity.toFixed(0)} a second, ${describe(closed)}`)

    const arrivals = repeats
      ? { connections: CAPACITY_CONNECTIONS * OVERLOAD_FACTOR }
      : { rate: capacity * OVERLOAD_FACTOR }
    const recovery = recoveryAfter(portal, observer, OVERLOAD_SECONDS, baselineMs)
    const result = await sendLoad(running, { ...kind, seconds: OVERLOAD_SECONDS, arrivals })
    say(`${name}: ${describe(result)}, ${result.unsent} not sent`)
    const { figure, holds } = judge(name, { result, capacity, recoverySeconds: await recovery })
    measured.push(isPromised ? { figure, holds } : { figure: `${figure} (not promised)`, holds: true })
  }
  return { figure: measured.map(({ figure }) => figure).join('; '), holds: measured.every(({ holds }) => holds) }
}

type Kind = { newConnections?: boolean; repeats?: boolean; isBehindNginx?: boolean; isPromised?: boolean }

/** Starts nginx with the settings of docs/deploy.md, but without TLS. Returns its port. */
async function startProxy(running: Running, { port }: DrillPortal): Promise<number> {
  const folder = await temporaryFolder(running, 'nginx')
  // nginx runs as another user, which has to read its files.
  await chmod(folder, 0o755)
  const [nginxPort = 0, plainPort = 0] = await freePorts(2)
  const ports = [port, port]
  const places = { folder, port: nginxPort, plainPort, portals: ports, apis: ports, tls: false }
  running.started(await startNginx(findServers().NGINX_PATH, places))
  return nginxPort
}

type Outcome = { result: LoadResult; capacity: number; recoverySeconds: number }

function judge(name: string, { result, capacity, recoverySeconds }: Outcome): Measured {
  const goodput = served(result).filter((ms) => ms <= MAX_LATENCY_MS).length / OVERLOAD_SECONDS
  const share = goodput / capacity
  const p99 = percentile(served(result), 0.99)
  const networkErrors = (result.latencies[0] ?? []).length
  return {
    figure:
      `${name}: at five times the capacity of ${capacity.toFixed(0)} requests a second ${Math.round(share * 100)} % of it is served, ` +
      `p99 ${p99.toFixed(0)} ms, rejected p99 ${percentile(result.latencies[503] ?? [], 0.99).toFixed(0)} ms, ` +
      `connected p99 ${percentile(result.connects, 0.99).toFixed(0)} ms, no response ${networkErrors}, ` +
      `recovered after ${recoverySeconds.toFixed(1)} s`,
    holds: share >= 0.8 && p99 <= MAX_LATENCY_MS && recoverySeconds <= 2 && networkErrors === 0,
  }
}

/** Returns the seconds from the end of the load until a balance takes at most twice as long as before, or 10 ms. */
async function recoveryAfter(
  portal: DrillPortal,
  observer: SignedIn,
  seconds: number,
  baselineMs: number,
): Promise<number> {
  await delay(seconds * 1_000)
  const start = performance.now()
  while (true) {
    const times: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const before = performance.now()
      const response = await fetch(`${portal.origin}/api/v1/user/balance`, { headers: pageHeaders(observer.session) })
      await response.text()
      times.push(response.ok ? performance.now() - before : Number.POSITIVE_INFINITY)
    }
    if (percentile(times, 0.5) <= Math.max(10, 2 * baselineMs)) return (performance.now() - start) / 1_000
  }
}

function served({ latencies }: LoadResult): number[] {
  return Object.entries(latencies).flatMap(([status, times]) =>
    Number(status) >= 200 && Number(status) < 300 ? times : [],
  )
}

function describe({ latencies, connects }: LoadResult): string {
  const named = Object.entries(latencies).map(([status, times]) => [`× ${status}`, times] as const)
  return [...named, ['connections', connects] as const]
    .map(([name, times]) => {
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0))
      return `${times.length} ${name} (p50 ${p50}, p99 ${p99} ms)`
    })
    .join(', ')
}
