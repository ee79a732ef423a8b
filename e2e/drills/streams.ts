import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { say } from '@portal/command/command'
import { hire, openSession } from '../fixtures/people.ts'
import { medianBalanceMs } from './load.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const USERS = 1_020
/** The limit of a user; together more than a process has at most, which needs `ulimit -n 20064`. */
const STREAMS_OF_USER = 10
const CLIENTS = 16
/** The limit for the memory of one stream in a process that has the API and the portal server: decision 31. */
const MAX_BYTES_OF_STREAM = 24 * 2 ** 10
/** The limit for another user's balance, as a multiple of its duration without streams. */
const MAX_FACTOR = 2

/** Opens ten event streams for each of 1,020 users, and measures another user's requests. */
export const streams: Drill = async (running) => {
  const portal = await startPortal(running, { env: { LOG_LEVEL: 'warn' } })
  const other = await openSession(portal.database, (await hire(portal.database)).id)
  await medianBalanceMs(portal, other, 3)
  const [quiet, memory] = [await medianBalanceMs(portal, other, 3), await memoryOf(portal)]

  const sessions: string[] = []
  for (let n = 0; n < USERS; n += 1) {
    sessions.push(await openSession(portal.database, (await hire(portal.database)).id))
  }
  const requests: ClientRequest[] = []
  running.started({ stop: () => requests.forEach((sent) => void sent.destroy()) })
  const counts: Record<string, number> = {}
  let ended = 0
  const client = async () => {
    for (let session = sessions.pop(); session; session = sessions.pop()) {
      for (let n = 0; n < STREAMS_OF_USER; n += 1) {
        const sent = request(`${portal.origin}/api/v1/events`, { headers: pageHeaders(session), agent: false }).end()
        sent.on('error', () => {})
        const [response] = (await once(sent, 'response')) as [IncomingMessage]
        const key = `${response.statusCode}, Retry-After ${response.headers['retry-after'] ?? 'none'}`
        counts[key] = (counts[key] ?? 0) + 1
        response.on('error', () => {}).resume()
        if (response.statusCode !== 200) continue
        requests.push(sent)
        response.once('close', () => {
          ended += 1
        })
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  say(JSON.stringify(counts))
  const median = await medianBalanceMs(portal, other, 25)
  const growth = (await memoryOf(portal)) - memory
  const open = requests.length - ended
  const kinds = Object.keys(counts).toSorted()
  return {
    figure:
      `${USERS * STREAMS_OF_USER} event streams requested: ${open} open, ${ended} ended, ${counts['503, Retry-After 30'] ?? 0} rejected with 503; ` +
      `+${Math.round(growth / 2 ** 20)} MB, ${(growth / open / 2 ** 10).toFixed(1)} kB each; another user's balance takes ${quiet.toFixed(1)} → ${median.toFixed(1)} ms`,
    holds:
      portal.isRunning() &&
      ended === 0 &&
      kinds.join() === '200, Retry-After none,503, Retry-After 30' &&
      growth <= open * MAX_BYTES_OF_STREAM &&
      median <= quiet * MAX_FACTOR,
  }
}

async function memoryOf({ pid }: DrillPortal): Promise<number> {
  const status = await readFile(`/proc/${pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024
}
