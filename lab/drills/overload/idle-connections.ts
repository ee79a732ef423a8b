import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { localAddresses } from '../load.ts'
import { pageHeaders } from '../portal.ts'
import type { Measured } from '../run-drill.ts'
import type { ProxiedPortal } from './behind-nginx.ts'
import type { SlowClients } from './slow-clients.ts'

const CLIENTS_PER_ATTACK = 700
const ATTACK_MS = 5_000
const DIRECT_ATTACK_MS = 1_500
/** The 95th percentile of a user's requests has this limit. */
const ACCEPTABLE_MS = 500
/** A user at one of their addresses would be rejected with it. */
const attackers = { count: CLIENTS_PER_ATTACK, addresses: localAddresses(10) }

const host = 'Host: portal\r\n'
/** An attacker sends this on each of its connections, and opens each again a second after it is closed. */
const attacks: Record<string, string> = {
  'idle connections': '',
  'slow headers': `GET / HTTP/1.1\r\n${host}X-Slow: `,
  'slow bodies': `POST /api/v1/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 1000\r\n\r\n{"a":`,
  'responses that are not read': `GET /api/v1/openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(2),
}

/**
 * Opens more idle or slow connections to nginx than the process behind it accepts. A user sends requests meanwhile.
 * Then opens them directly to the process, which must survive that.
 */
export async function measureIdleConnections(
  running: Running,
  { portal, origin, port }: ProxiedPortal,
  session: string,
): Promise<Measured> {
  const times: number[] = []
  let failed = 0
  for (const [name, sent] of Object.entries(attacks)) {
    const stop = startAttack(running, { ...attackers, port, sent })
    await delay(500)
    const requests = await userRequests(origin, session)
    stop()
    times.push(...requests.times)
    failed += requests.failed
    say(`${name}: ${requests.times.length} requests of a user served, ${requests.failed} failed`)
  }
  for (const sent of Object.values(attacks)) {
    const stop = startAttack(running, { ...attackers, port: portal.port, sent })
    await delay(DIRECT_ATTACK_MS)
    stop()
  }
  const p95 = percentile(times, 0.95)
  const lives = portal.isRunning() && (await fetch(`${portal.origin}/readyz`)).ok
  return {
    figure:
      `beside ${CLIENTS_PER_ATTACK} idle or slow connections ${failed} of ${times.length + failed} requests of a user failed, ` +
      `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, the process ${lives ? 'lives' : 'ENDED'}`,
    holds: lives && failed === 0 && p95 <= ACCEPTABLE_MS,
  }
}

/** Starts a process whose clients hold as many connections open as they can. Returns what stops it. */
function startAttack({ started }: Running, clients: SlowClients): () => void {
  const attack = fork(join(import.meta.dirname, 'slow-clients.ts'))
  const stop = () => void attack.kill('SIGKILL')
  started({ stop })
  attack.send(clients)
  return stop
}

async function userRequests(origin: string, session: string) {
  const times: number[] = []
  let failed = 0
  const paths = ['/', '/api/v1/session/bootstrap', '/api/v1/user/billing']
  for (const end = performance.now() + ATTACK_MS; performance.now() < end; await delay(20)) {
    const path = paths[(times.length + failed) % paths.length]
    const start = performance.now()
    const response = await fetch(origin + path, {
      headers: { ...pageHeaders(session), accept: 'text/html,*/*', connection: 'close' },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    if (response?.status === 200) times.push(performance.now() - start)
    else failed += 1
  }
  return { times, failed }
}
