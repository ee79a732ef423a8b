import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { addCard, hire, openSession, type Waiter } from '../fixtures/people.ts'
import { type DrillPortal, pageHeaders, serviceToken, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const requestsPerSecond = 200
const userCount = 100
/** The share of the run in which memory and connections still grow. */
const warmUpShare = 0.2
const acceptableGrowthBytes = 64 * 1024 * 1024
const acceptableFileCount = 20
const acceptableP99Ms = 1_000
/** On a machine that does other work at the same time some requests meet the limits of overload. */
const acceptableRejectedShare = 0.01

type Sample = {
  rssBytes: number
  files: number
  connections: number
  p50: number
  p99: number
  /** Responses 503: the portal has no time now, and the client retries. */
  rejected: number
  failed: number
}

/**
 * Sends 200 requests a second for a long time: the memory, files, connections and latencies of the portal must not grow. Takes a
 * sample each minute, or ten in all.
 */
export const soak: Drill = async (running, { minutes = 120 }) => {
  const portal = await startPortal(running, { env: { LOG_LEVEL: 'error' } })
  const users = await Promise.all(Array.from({ length: userCount }, () => prepareUser(portal)))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  running.started({ stop: () => agent.destroy() })
  const sampleMs = Math.min(60_000, minutes * 6_000)
  const samples: Sample[] = []
  let sent = 0
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    const times: number[] = []
    let failed = 0
    let rejected = 0
    const pending: Promise<void>[] = []
    const began = performance.now()
    for (let index = 0; performance.now() - began < sampleMs; index += 1) {
      // Requests do not wait for responses: a slow portal gets no fewer of them.
      await delay(Math.max(0, began + (index * 1_000) / requestsPerSecond - performance.now()))
      const user = users[index % users.length] as User
      const start = performance.now()
      sent += 1
      pending.push(
        send(portal, agent, user, index).then(
          (status) => {
            times.push(performance.now() - start)
            if (status === 503) rejected += 1
            else if (status !== 200) failed += 1
          },
          () => {
            failed += 1
          },
        ),
      )
    }
    await Promise.all(pending)
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    const sample = { ...(await resourcesOf(portal)), p50, p99, rejected, failed }
    samples.push(sample)
    say(described(sample))
  }
  const warm = samples.slice(Math.ceil(samples.length * warmUpShare))
  const [first, last] = [warm[0], warm.at(-1)]
  if (!first || !last) throw new Error('Too short to measure')
  const failed = samples.reduce((sum, sample) => sum + sample.failed, 0)
  const rejected = samples.reduce((sum, sample) => sum + sample.rejected, 0)
  const growth = last.rssBytes - first.rssBytes
  const files = last.files - first.files
  const p99 = Math.max(...warm.map((sample) => sample.p99))
  return {
    figure:
      `${minutes} minutes, ${sent} requests, ${failed} failed, ${rejected} rejected, memory ${signed(growth / 2 ** 20)} MB, files ${signed(files)}, ` +
      `p50 ${first.p50.toFixed(0)} → ${last.p50.toFixed(0)} ms, p99 at most ${p99.toFixed(0)} ms`,
    holds:
      failed === 0 &&
      rejected < acceptableRejectedShare * sent &&
      growth < acceptableGrowthBytes &&
      files < acceptableFileCount &&
      p99 < acceptableP99Ms &&
      portal.isRunning(),
  }
}

type User = { waiter: Waiter; session: string }

async function prepareUser({ database }: DrillPortal): Promise<User> {
  const waiter = await hire(database)
  await addCard(database, waiter.id)
  return { waiter, session: await openSession(database, waiter.id) }
}

const reads = [
  '/api/v1/session/bootstrap',
  '/api/v1/user/balance',
  '/api/v1/user/billing?page=1',
  '/api/v1/user/payout?page=1',
  '/api/v1/user/payout-bindings',
  '/api/v1/user/profile',
  '/',
  '/billing',
]

/** Sends reads, and a guest's tip as every tenth request. Returns the status of the response. */
function send({ port }: DrillPortal, agent: Agent, { waiter, session }: User, index: number): Promise<number> {
  if (index % 10 !== 0) {
    const path = reads[index % reads.length] ?? '/'
    const accept = path.startsWith('/api/') ? 'application/json' : 'text/html'
    return exchange({ port, agent, path, headers: { ...pageHeaders(session), accept } })
  }
  const tip = { external_id: randomUUID(), employee_id: waiter.places[0]?.employeeId, amount: 100 }
  const headers = { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ tips: [{ ...tip, paid_at: new Date().toISOString() }] })
  return exchange({ port, agent, path: '/api/v1/ingest/tips', method: 'POST', headers }, body)
}

function exchange(options: RequestOptions, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, host: '127.0.0.1', timeout: 30_000 }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject)
    })
    sent.once('error', reject).once('timeout', () => sent.destroy(new Error('timeout')))
    sent.end(body)
  })
}

async function resourcesOf({ pid, database }: DrillPortal) {
  const status = await readFile(`/proc/${pid()}/status`, 'utf8')
  const { rows } = await database.query('select count(*)::int as count from pg_stat_activity where datname is not null')
  return {
    rssBytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024,
    files: (await readdir(`/proc/${pid()}/fd`)).length,
    connections: Number(rows[0]?.count),
  }
}

function described({ rssBytes, files, connections, p50, p99, rejected, failed }: Sample): string {
  const latencies = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
  return `${(rssBytes / 2 ** 20).toFixed(0)} MB, ${files} files, ${connections} connections of the database, ${latencies}, ${rejected} rejected, ${failed} failed`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(0)}`
}
