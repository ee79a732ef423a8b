import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { type Program, programOf } from '@portal/command/program'
import pg from 'pg'
import { findStrace } from '../../.ci/servers.ts'
import { hire, openSession, type Waiter } from '../fixtures/people.ts'
import { prepareOrder, sendOrder } from './orders.ts'
import { type DrillPortal, pageHeaders, serviceToken, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'
import { mountSmallDisks, requirePrivateMounts } from './small-disks.ts'

/** A portal has to be ready again within this time after there is room again. */
const recoveryMs = 10_000
/** A PNG of one pixel. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

type Disks = Awaited<ReturnType<typeof mountSmallDisks>>
type Check = { name: string; figure: string; holds: boolean }

/** Fills the disks of the log, of the uploads and of the database one after the other; then syncing fails. */
export const disk: Drill = async (running) => {
  requirePrivateMounts()
  const disks = running.started(await mountSmallDisks())
  const started = await startPortal(running, { env: { PORTAL_DATA: disks.folder, DATABASE_URL: '' } })
  const database = new pg.Pool({ connectionString: await readFile(join(disks.folder, 'postgres/url'), 'utf8'), max: 4 })
  database.on('error', () => {})
  running.started({ stop: () => database.end() })
  const portal = { ...started, database }
  const waiter = await hire(database)
  const session = await openSession(database, waiter.id)

  const checks: Check[] = []
  for (const check of [fullLog, fullUploads, fullDatabase, failedSync]) {
    const done = await check(portal, disks, waiter, session)
    say(`${done.name}: ${done.figure}: ${done.holds ? 'holds' : 'DOES NOT HOLD'}`)
    checks.push(done)
  }
  const { rowCount: discrepancies } = await database.query('select from ledger_discrepancy')
  const failed = checks.filter(({ holds }) => !holds).map(({ name }) => name)
  return {
    figure: `${checks.length - failed.length} of ${checks.length} failures endured${failed.length ? ` (not: ${failed.join(', ')})` : ''}, ${discrepancies} discrepancies of the ledger, the process ${portal.isRunning() ? 'lives' : 'ENDED'}`,
    holds: failed.length === 0 && discrepancies === 0 && portal.isRunning(),
  }
}

async function fullLog(portal: DrillPortal, disks: Disks, _: Waiter, session: string): Promise<Check> {
  const makeRoom = await disks.fill('.')
  const statuses = []
  for (let index = 0; index < 200; index += 1) {
    statuses.push(await statusOf(portal, '/healthz'), await statusOf(portal, '/api/v1/session/bootstrap', session))
  }
  const dropped = await droppedLines(portal)
  await makeRoom()
  await statusOf(portal, '/api/v1/session/bootstrap', session)
  await until(async () => (await logOf(disks)).includes('log lines were dropped'))
  // Only the line that filled the disk is cut.
  const lines = (await logOf(disks)).trim().split('\n')
  const cut = lines.filter((line) => !isJson(line))
  const failed = statuses.filter((status) => status !== 200).length
  return {
    name: 'log',
    figure: `${statuses.length} requests, ${failed} failed, ${dropped} lines dropped, ${cut.length} cut`,
    holds: failed === 0 && dropped > 0 && cut.length <= 1,
  }
}

async function fullUploads(portal: DrillPortal, disks: Disks, _: Waiter, session: string): Promise<Check> {
  const makeRoom = await disks.fill('uploads')
  const full = await upload(portal, session)
  const ready = await (await fetch(`${portal.origin}/readyz`)).text()
  const files = (await readdir(join(disks.folder, 'uploads'))).filter((name) => name !== 'filler')
  await makeRoom()
  const after = await upload(portal, session)
  return {
    name: 'uploads',
    figure: `${full} while full with ${files.length} files left over, /readyz ${ready}, ${after} after it`,
    holds: full === 503 && files.length === 0 && ready.includes('uploads') && after === 200,
  }
}

async function fullDatabase(portal: DrillPortal, disks: Disks, waiter: Waiter, session: string): Promise<Check> {
  const makeRoom = await disks.fill('postgres')
  const statuses: Record<string, number> = {}
  // A tip is still booked while it fits into existing pages of the table.
  for (let index = 0; index < 400 && (statuses['503 storage_full'] ?? 0) < 20; index += 1) {
    const outcome = await bookTips(portal, waiter, 50)
    statuses[outcome] = (statuses[outcome] ?? 0) + 1
  }
  // The last check of the disk may be two seconds old.
  await until(async () => (await statusOf(portal, '/readyz')) === 503)
  const [alive, ready] = [await statusOf(portal, '/healthz'), await fetch(`${portal.origin}/readyz`)]
  const reason = await ready.text()
  const read = await statusOf(portal, '/api/v1/session/bootstrap', session)
  await makeRoom()
  const began = performance.now()
  await until(async () => (await statusOf(portal, '/readyz')) === 200)
  const recovered = Math.round(performance.now() - began)
  const booked = await bookTips(portal, waiter, 1)
  return {
    name: 'database',
    figure: `tips ${JSON.stringify(statuses)}, /healthz ${alive}, /readyz ${ready.status} ${reason}, a read ${read}; ready ${recovered} ms after there was room, then a tip ${booked}`,
    holds:
      Object.keys(statuses).every((status) => /^(200|503)/.test(status)) &&
      alive === 200 &&
      ready.status === 503 &&
      recovered < recoveryMs &&
      booked.startsWith('200'),
  }
}

/** The next sync of the database's log fails with EIO in the middle of orders, and PostgreSQL recovers from the log. */
async function failedSync(portal: DrillPortal): Promise<Check> {
  const orders = await Promise.all(Array.from({ length: 6 }, () => prepareOrder(portal)))
  const before = await checkpointerOf(portal)
  const fault = await failNextSync(portal)
  const responses = await Promise.all(orders.map((order) => sendOrder(portal, order).catch(() => undefined)))
  const began = performance.now()
  await until(async () => (await checkpointerOf(portal).catch(() => before)) !== before)
  await until(async () => (await statusOf(portal, '/readyz')) === 200)
  const recovered = Math.round(performance.now() - began)
  await fault.end('SIGTERM')
  const confirmed = orders.filter((_, index) => responses[index]?.status === 201).map(({ userId }) => userId)
  const stored = await payoutsOf(portal, confirmed)
  const statuses = await Promise.all(orders.map(async (order) => (await sendOrder(portal, order)).status))
  const count = await payoutsOf(
    portal,
    orders.map(({ userId }) => userId),
  )
  const orderedOnce = statuses.every((status) => status === 201) && count === orders.length
  return {
    name: 'EIO at sync',
    figure: `ready after ${recovered} ms, ${stored} of ${confirmed.length} confirmed orders stored, ${count} payouts of ${orders.length} orders that were repeated under their keys`,
    holds: orderedOnce && stored === confirmed.length && recovered < recoveryMs,
  }
}

/** Strace injects the error into the processes that PostgreSQL has now, and none that it starts afterwards. */
async function failNextSync({ database }: DrillPortal): Promise<Program> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type in ('client backend', 'walwriter', 'checkpointer')`,
  )
  const fault = programOf({
    command: findStrace(),
    args: ['-e', 'inject=fdatasync,fsync:error=EIO', ...rows.flatMap(({ pid }) => ['-p', String(pid)])],
    isReady: (output) => output.match(/ attached/g)?.length === rows.length,
  })
  await fault.start()
  return fault
}

async function payoutsOf({ database }: DrillPortal, users: readonly string[]): Promise<number | null> {
  return (await database.query('select from payout where user_id = any($1)', [users])).rowCount
}

/** Returns a process id that changes when PostgreSQL recovers. */
async function checkpointerOf({ database }: DrillPortal): Promise<number> {
  const { rows } = await database.query("select pid from pg_stat_activity where backend_type = 'checkpointer'")
  return Number(rows[0]?.pid)
}

async function statusOf({ origin }: DrillPortal, path: string, session?: string): Promise<number> {
  const response = await fetch(origin + path, {
    headers: pageHeaders(session),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status ?? 0
}

async function upload({ origin }: DrillPortal, session: string): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([image], { type: 'image/png' }), 'photo.png')
  const response = await fetch(`${origin}/api/v1/upload`, { method: 'POST', headers: pageHeaders(session), body: form })
  await response.arrayBuffer()
  return response.status
}

/** Returns the status and the code of the response. */
async function bookTips({ origin }: DrillPortal, { places: [place] }: Waiter, count: number): Promise<string> {
  const tips = Array.from({ length: count }, () => ({
    external_id: randomUUID(),
    employee_id: place?.employeeId,
    amount: 100,
    paid_at: new Date().toISOString(),
    comment: 'x'.repeat(500),
  }))
  const response = await fetch(`${origin}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceToken}` },
    body: JSON.stringify({ tips }),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined)
  const body = (await response?.json().catch(() => undefined)) as { code?: string } | undefined
  return `${response?.status ?? 'none'} ${body?.code ?? ''}`.trim()
}

async function droppedLines({ origin }: DrillPortal): Promise<number> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${serviceToken}` } })
  return Number(/^portal_log_lines_dropped (\d+)$/m.exec(await response.text())?.[1] ?? 0)
}

function logOf({ folder }: Disks): Promise<string> {
  return readFile(join(folder, 'portal.log'), 'utf8')
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Waits until the condition holds. @throws Error when it does not in time */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(100)) if (await isTrue()) return
  throw new Error('The portal does not recover')
}
