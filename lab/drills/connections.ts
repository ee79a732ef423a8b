import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { hire, openSession } from '../../e2e/fixtures/people.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'
import type { SlowClients } from './slow-clients.ts'

const MAX_OPEN_FILES = 512
const CLIENTS_PER_ATTACK = 700
const ATTACK_MS = 10_000
/** The 95th percentile of a user's requests has this limit. */
const ACCEPTABLE_MS = 500

const host = 'Host: portal\r\n'
/** An attacker sends this on each of its connections, and opens each again a second after it is closed. */
const attacks: Record<string, string> = {
  'idle connections': '',
  'slow headers': `GET / HTTP/1.1\r\n${host}X-Slow: `,
  'slow bodies': `POST /api/v1/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nX-Requested-With: portal\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 1000\r\n\r\n{"a":`,
  'connections kept alive': `GET /healthz HTTP/1.1\r\n${host}\r\n`,
  'responses that are not read': `GET /api/v1/openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(2),
}

/**
 * Opens more connections of each kind than a portal with 512 files can accept. A user sends requests on new connections
 * meanwhile.
 */
export const connections: Drill = async (running) => {
  const limit = ['bash', '-c', `ulimit -n ${MAX_OPEN_FILES} && exec "$@"`, 'bash']
  const portal = await startPortal(running, { wrap: limit, env: { LOG_LEVEL: 'warn' } })
  const waiter = await hire(portal.database)
  const session = await openSession(portal.database, waiter.id)
  const baseline = await userRequests(portal, session, 3_000)
  say(`nothing: ${described(baseline)}`)
  const all: Requests[] = []
  let maxFiles = 0
  for (const [name, sent] of Object.entries(attacks)) {
    const attack = startAttack(running, { port: portal.port, count: CLIENTS_PER_ATTACK, sent })
    await delay(500)
    const requests = await userRequests(portal, session, ATTACK_MS)
    const files = await openFilesOf(portal)
    maxFiles = Math.max(maxFiles, files)
    const opened = await attack.stop()
    all.push(requests)
    say(`${name}: ${described(requests)}, ${opened} connections, ${files} open files`)
  }
  const isRunning = portal.isRunning()
  const stop = await stopUnderLoad(portal, session)
  say(`SIGTERM: ${stop.responses} requests on kept connections, ${stop.failed} failed, exit code ${stop.exitCode}`)
  const times = all.flatMap((each) => each.times)
  const failed = sum(all.map((each) => each.failed))
  const p95 = percentile(times, 0.95)
  return {
    figure: `${times.length + failed} requests of a user, ${failed} failed, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; the process ${isRunning ? 'lives' : 'ENDED'} with ${maxFiles} of ${MAX_OPEN_FILES} files; ${stop.failed} requests failed by SIGTERM`,
    holds:
      isRunning &&
      failed === 0 &&
      p95 <= ACCEPTABLE_MS &&
      maxFiles < MAX_OPEN_FILES &&
      stop.failed === 0 &&
      stop.exitCode === 0,
  }
}

/**
 * Stops the portal while clients send requests on persistent connections, each until a response announces that it is
 * the last one of its connection.
 */
async function stopUnderLoad(portal: DrillPortal, session: string) {
  const counts = { responses: 0, failed: 0 }
  const clients = Array.from({ length: 30 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let connection: string | undefined; connection !== 'close'; ) {
      const outgoing = request(`${portal.origin}/api/v1/session/bootstrap`, {
        agent,
        headers: pageHeaders(session),
      }).end()
      const [response] = await once(outgoing, 'response').catch(() => [undefined])
      counts[response ? 'responses' : 'failed'] += 1
      connection = response ? response.headers.connection : 'close'
      response?.resume()
      if (response) await once(response, 'end').catch(() => {})
    }
    agent.destroy()
  })
  await delay(2_000)
  const exitCode = await portal.end('SIGTERM')
  await Promise.all(clients)
  return { ...counts, exitCode }
}

/** Starts a process whose clients hold as many connections open as they can. `stop` returns how many they opened. */
function startAttack({ started }: Running, clients: SlowClients) {
  const attack = fork(join(import.meta.dirname, 'slow-clients.ts'))
  started({ stop: () => attack.kill('SIGKILL') })
  attack.send(clients)
  return {
    async stop(): Promise<number> {
      attack.send('stop')
      const [opened] = await once(attack, 'message')
      return Number(opened)
    },
  }
}

type Requests = { times: number[]; failed: number }

async function userRequests({ origin }: DrillPortal, session: string, durationMs: number): Promise<Requests> {
  const requests: Requests = { times: [], failed: 0 }
  const paths = ['/', '/api/v1/session/bootstrap', '/api/v1/user/billing']
  for (const end = performance.now() + durationMs; performance.now() < end; await delay(20)) {
    const path = paths[(requests.times.length + requests.failed) % paths.length]
    const start = performance.now()
    const response = await fetch(origin + path, {
      headers: { ...pageHeaders(session), accept: 'text/html,*/*', connection: 'close' },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    if (response?.status === 200) requests.times.push(performance.now() - start)
    else requests.failed += 1
  }
  return requests
}

async function openFilesOf(portal: DrillPortal): Promise<number> {
  return (await readdir(`/proc/${portal.pid()}/fd`).catch(() => [])).length
}

function described({ times, failed }: Requests): string {
  return `${times.length + failed} requests, ${failed} failed, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
