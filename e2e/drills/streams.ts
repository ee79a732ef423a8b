import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { say } from '@portal/command/command'
import { hire, openSession } from '../fixtures/people.ts'
import { medianBalanceMs } from './load.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const USERS = 1_020
/** The limit of a user; together more than a process has at most, which needs `ulimit -n 20064`. */
const STREAMS_OF_USER = 10
const CLIENTS = 16
/** The limit for all streams in a process that has the API and the portal server, and has served as many requests before. */
const MAX_GROWTH = 150 * 2 ** 20
/** The limit for another user's balance, as a multiple of its duration without streams. */
const MAX_FACTOR = 2

/** Opens ten event streams for each of 1,020 users, and measures another user's requests. */
export const streams: Drill = async (running) => {
  const portal = await startPortal(running, { env: { LOG_LEVEL: 'warn' } })
  const other = await openSession(portal.database, (await hire(portal.database)).id)
  await medianBalanceMs(portal, other, 3)
  const [quiet, atStart] = [await medianBalanceMs(portal, other, 3), await memoryOf(portal)]

  const sessions: string[] = []
  for (let n = 0; n < USERS; n += 1) {
    sessions.push(await openSession(portal.database, (await hire(portal.database)).id))
  }
  // The heap of a process grows with its first thousands of requests, of whatever kind.
  await forEach(sessions, async (session) => {
    const response = await send(portal, '/user/balance', session)
    await once(response.resume(), 'end')
  })
  const warm = await memoryOf(portal)

  const open: IncomingMessage[] = []
  running.started({ stop: () => open.forEach((response) => void response.destroy()) })
  const counts: Record<string, number> = {}
  let ended = 0
  await forEach(sessions, async (session) => {
    const response = await send(portal, '/events', session)
    const key = `${response.statusCode}, Retry-After ${response.headers['retry-after'] ?? 'none'}`
    counts[key] = (counts[key] ?? 0) + 1
    response.on('error', () => {}).resume()
    if (response.statusCode !== 200) return
    open.push(response)
    response.once('close', () => {
      ended += 1
    })
  })
  say(JSON.stringify(counts))
  const median = await medianBalanceMs(portal, other, 25)
  const memory = await memoryOf(portal)
  const growth = memory - warm
  const kinds = Object.keys(counts).toSorted()
  return {
    figure:
      `${USERS * STREAMS_OF_USER} event streams requested: ${open.length} open, ${ended} ended, ${counts['503, Retry-After 30'] ?? 0} rejected with 503; ` +
      `${[atStart, warm, memory].map((bytes) => Math.round(bytes / 2 ** 20)).join(' → ')} MB at the start, after as many other requests and with the streams, ` +
      `${(growth / open.length / 2 ** 10).toFixed(1)} kB each; another user's balance takes ${quiet.toFixed(1)} → ${median.toFixed(1)} ms`,
    holds:
      portal.isRunning() &&
      ended === 0 &&
      kinds.join() === '200, Retry-After none,503, Retry-After 30' &&
      growth <= MAX_GROWTH &&
      median <= quiet * MAX_FACTOR,
  }
}

/** Does the work for each stream of each user, in turn for several at once. */
async function forEach(sessions: readonly string[], work: (session: string) => Promise<void>): Promise<void> {
  const queue = sessions.flatMap((session) => Array.from({ length: STREAMS_OF_USER }, () => session))
  const client = async () => {
    for (let session = queue.pop(); session; session = queue.pop()) await work(session)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Sends a request over a connection of its own. */
async function send({ origin }: DrillPortal, path: string, session: string): Promise<IncomingMessage> {
  const sent = request(`${origin}/api/v1${path}`, { headers: pageHeaders(session), agent: false }).end()
  sent.on('error', () => {})
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function memoryOf({ pid }: DrillPortal): Promise<number> {
  const status = await readFile(`/proc/${pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024
}
