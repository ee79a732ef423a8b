import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { restoreDatabase } from '@portal/api/backup/restore-database'
import { connect } from '@portal/api/db/connect'
import { checkLedger } from '@portal/api/money/ledger/check-ledger'
import { startYookassaDouble, type YookassaDouble } from '@portal/api/payouts/bank/yookassa/double/double'
import { type Running, say, temporaryFolder } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { runForOutcome } from '@portal/command/program'
import { dayIn } from '@portal/contracts/calendar'
import { repository } from '@portal/platform/bundler/paths'
import type pg from 'pg'
import { findBackup } from '../../../.ci/servers.ts'
import { yookassaSettings } from '../../../e2e/fixtures/portal-process.ts'
import { apiProgram } from '../api-process.ts'
import { type Acknowledged, type Load, startLoad, TIP_RUBLES } from '../database-load.ts'
import { createOperator, type Operator } from '../operator.ts'
import { type OrderPortal, prepareOrder, prepareTransfer, sendOrder } from '../orders.ts'
import { adminToken, serviceToken } from '../portal.ts'
import type { Drill } from '../run-drill.ts'
import { bookTips } from '../tips.ts'
import { type ArchivedPostgres, makeFolder, startArchivedPostgres } from './archived-postgres.ts'

const MAX_RPO_SECONDS = 60
const MAX_RTO_SECONDS = 120
/**
 * From the end of the backups to the moment, and from the moment to the loss at least:
 * longer than the timeout of the archive.
 */
const BEFORE_MOMENT_MS = 15_000
const AFTER_MOMENT_MS = 40_000
/** The loss comes when most waits to be archived. */
const WORST_ARCHIVE_SECONDS = 26
/** The short form, for `npm test`. */
const SHORT_MS = 2_000
/** Between an order and the next one; each third is a transfer. */
const ORDER_INTERVAL_MS = 1_500

/**
 * Loses the machine of the database with its disk under tips, withdrawals and transfers, and restores it as
 * docs/backup.md says: to the last archived change, and on a spare machine to a moment.
 * The bank does not forget what it has paid.
 */
export const backup: Drill = async (running, { short = false }) => {
  const { bin } = findBackup()
  const folder = await temporaryFolder(running, 'backup')
  await chmod(folder, 0o755)
  const bank = running.started(await startYookassaDouble({ settlesAfterMs: 300 }))
  const machine = await startArchivedPostgres(running, { bin, folder })
  const api = apiProgram(await freePort(), folder, {
    DATABASE_URL: machine.applicationUrl,
    MIGRATION_DATABASE_URL: machine.url,
    ADMIN_TOKEN: `drill:${adminToken}`,
    ...yookassaSettings(bank),
  })
  await api.start()
  running.started({ stop: async () => void (await api.end('SIGTERM')) })
  const { pool: database, close } = connect(machine.url, { max: 4 })
  running.started({ stop: close })
  const portal = { origin: api.origin, database }

  const load = await startLoad(running, portal)
  const orders = startOrders(running, portal)
  await machine.pgbackrest('--type=full', 'backup')
  await machine.pgbackrest('--type=diff', 'backup')
  say('there are a full backup and one of what has changed since, made under load')
  await delay(short ? SHORT_MS : BEFORE_MOMENT_MS)
  const moment = Date.now()
  const archiveSeconds = short ? await archiveNow(machine, api.origin) : await untilMostWaits(api.origin)

  await machine.destroy()
  const lostAt = Date.now()
  const payouts = await orders.stop()
  await load.stop({ isLost: true })
  await api.end('SIGTERM')
  const acknowledged = [...load.tips, ...payouts]
  say(`the database is lost with its disk; ${load.tips.length} tips and ${payouts.length} orders were acknowledged`)

  await machine.restore()
  await api.start()
  const restored = await compareRestored(portal, { acknowledged, lostAt })
  const wrongAfterwards = await reconcile(portal, bank, load)
  const wrongAtMoment = await checkMoment(running, { machine, folder, bin, moment, acknowledged })
  const checks = await runMonthlyCheck(machine, { folder, bin })
  const { rpoSeconds, rtoSeconds } = restored
  return {
    figure:
      `${load.tips.length} tips and ${payouts.length} orders acknowledged, ${restored.figure}; ${wrongAfterwards} tips, payments or entries ` +
      `wrong after tips were sent again and the bank was reconciled; at the moment ${wrongAtMoment} missing or too new; changes waited at most ` +
      `${archiveSeconds.toFixed(0)} s to be archived; the check of the month ${checks.isProven ? 'proves the backup' : 'FAILS'}` +
      `${checks.isDamageFound ? '' : ' AND PROVES A DAMAGED ONE'}; RPO ${rpoSeconds.toFixed(1)} s, RTO ${rtoSeconds.toFixed(1)} s`,
    holds:
      restored.wrong + wrongAfterwards + wrongAtMoment === 0 &&
      payouts.length > 0 &&
      checks.isProven &&
      checks.isDamageFound &&
      rpoSeconds <= MAX_RPO_SECONDS &&
      rtoSeconds <= MAX_RTO_SECONDS,
  }
}

/** Orders withdrawals and transfers until the database is lost. `stop` returns those that were acknowledged. */
function startOrders(running: Running, portal: OrderPortal) {
  const acknowledged: Acknowledged[] = []
  const over = new AbortController()
  // Also when the drill fails.
  running.started({ stop: () => over.abort() })

  async function sendOrders(): Promise<void> {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const order = await (count % 3 === 2 ? prepareTransfer(portal, 300) : prepareOrder(portal, { sbp: '11' }))
      const sentAt = Date.now()
      const response = await sendOrder(portal, order)
      const acknowledgedAt = Date.now()
      if (response.ok) acknowledged.push({ id: (await response.json()).id, sentAt, acknowledgedAt })
      await delay(ORDER_INTERVAL_MS)
    }
  }

  // The loss of the database ends it.
  const ended = sendOrders().catch(() => {})
  return {
    async stop(): Promise<Acknowledged[]> {
      over.abort()
      await ended
      return acknowledged
    },
  }
}

/** Archives immediately what was changed. Returns for how many seconds it had waited at most. */
async function archiveNow(machine: ArchivedPostgres, origin: string): Promise<number> {
  await delay(SHORT_MS)
  const seconds = await readArchiveAge(origin)
  await machine.pgbackrest('check')
  return seconds
}

/**
 * Waits until the archive has caught up with the moment, and then for the worst moment of a loss.
 * Returns the longest wait of a change.
 */
async function untilMostWaits(origin: string): Promise<number> {
  let longest = 0
  for (const start = Date.now(); ; await delay(500)) {
    const seconds = await readArchiveAge(origin)
    longest = Math.max(longest, seconds)
    if (Date.now() - start > AFTER_MOMENT_MS && seconds > WORST_ARCHIVE_SECONDS) return longest
    if (Date.now() - start > 3 * AFTER_MOMENT_MS) return longest
  }
}

async function readArchiveAge(origin: string): Promise<number> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${serviceToken}` } })
  const [, value] = /^portal_database_archive_age_seconds (\S+)$/m.exec(await response.text()) ?? []
  if (value === undefined) throw new Error('/metrics has no age of the archive')
  return Number(value)
}

/** Compares the restored database with what was acknowledged. */
async function compareRestored(
  { origin, database }: OrderPortal,
  { acknowledged, lostAt }: { acknowledged: Acknowledged[]; lostAt: number },
) {
  const differences = await ledgerDifferences(origin)
  const rtoSeconds = (Date.now() - lostAt) / 1_000
  const { lost, present } = await findRestored(database, acknowledged)
  const rpoSeconds = (lostAt - Math.min(lostAt, ...lost.map(({ acknowledgedAt }) => acknowledgedAt))) / 1_000
  // What was sent after the acknowledgement of something lost must be lost too:
  // the restored state is the state at one moment.
  const holes = lost.filter(({ acknowledgedAt }) => present.some(({ sentAt }) => sentAt > acknowledgedAt))
  return {
    figure: `of them ${lost.length} after the restored end, ${holes.length} before it lost, ${differences} differences of the ledger`,
    wrong: holes.length + differences,
    rpoSeconds,
    rtoSeconds,
  }
}

async function findRestored(database: Pick<pg.Pool, 'query'>, acknowledged: readonly Acknowledged[]) {
  const { rows } = await database.query<{ id: string }>(
    `select external_id as id from tip where external_id = any($1)
     union all select id::text from payout where id::text = any($1)`,
    [acknowledged.map(({ id }) => id)],
  )
  const found = new Set(rows.map(({ id }) => id))
  return {
    lost: acknowledged.filter(({ id }) => !found.has(id)),
    present: acknowledged.filter(({ id }) => found.has(id)),
  }
}

/**
 * Sends all acknowledged tips again, as the payment side does, and compares the bank with the portal. Returns how many
 * tips are then not there exactly once, payments not explained, and entries of the ledger wrong.
 */
async function reconcile(portal: OrderPortal, bank: YookassaDouble, load: Load): Promise<number> {
  const wrongTips = await sendTipsAgain(portal, load)
  const wrongPayments = await reconcilePayments(portal, bank)
  return wrongTips + wrongPayments + (await ledgerDifferences(portal.origin))
}

async function sendTipsAgain({ origin, database }: OrderPortal, { tips, user }: Load): Promise<number> {
  const employeeId = user.workplaces[0]?.employeeId
  for (let start = 0; start < tips.length; start += 100) {
    const batch = tips.slice(start, start + 100)
    await bookTips(
      origin,
      batch.map(({ id }) => ({ id, employeeId, rubles: TIP_RUBLES })),
    )
  }
  const { rows } = await database.query<{ stored: number; again: number; balance: number }>(
    `select (select count(*)::int from tip where employee_id = $1) as stored,
       (select count(*)::int from tip where external_id = any($2)) as again,
       (select balance::float8 from ledger_account where employee_id = $1 and kind = 'wallet') as balance`,
    [employeeId, tips.map(({ id }) => id)],
  )
  const { stored = 0, again = 0, balance } = rows[0] ?? {}
  // Some that were not acknowledged may have been committed.
  const isRight = stored >= tips.length && balance === stored * TIP_RUBLES * 100
  if (!isRight) say(`tips: ${tips.length} acknowledged, ${stored} stored, a balance of ${balance}`)
  return Math.abs(tips.length - again) + (isRight ? 0 : 1)
}

/**
 * Waits until no payout is in progress, and compares the bank with the portal. Returns how many payments are doubled,
 * or are not booked and not listed as foreign by the reconciliation.
 */
async function reconcilePayments({ origin, database }: OrderPortal, bank: YookassaDouble): Promise<number> {
  const unfinished = `select from payout where status in ('pending', 'processing')`
  while ((await database.query(unfinished)).rowCount) await delay(500)
  const day = dayIn('Europe/Moscow', new Date())
  await operator(origin)('reconciliation', 'run', '--provider', 'yookassa', '--day', day)
  const items = (await operator(origin)('reconciliation', 'open')) as { kind: string }[]
  const booked = await database.query<{ id: string }>(
    `select id from payout where kind = 'payout' and status = 'succeeded'`,
  )
  const paid = bank.store.all().map(({ metadata }) => metadata?.payout_id)
  const known = new Set(booked.rows.map(({ id }) => id))
  const foreign = paid.filter((id) => id === undefined || !known.has(id))
  const doubled = paid.length - new Set(paid).size
  say(
    `${paid.length} payments of the bank: ${known.size} booked, ${foreign.length} in no table any more, ${items.length} open lines`,
  )
  const isListed = items.length === foreign.length && items.every(({ kind }) => kind === 'foreign')
  return doubled + (isListed ? 0 : Math.max(1, Math.abs(items.length - foreign.length)))
}

type Rehearsal = {
  machine: ArchivedPostgres
  folder: string
  bin: string
  moment: number
  acknowledged: Acknowledged[]
}

/**
 * Restores to the moment on a spare machine. Returns how much is missing there, or newer than the moment,
 * or differs in the ledger.
 */
async function checkMoment(running: Running, { machine, folder, bin, moment, acknowledged }: Rehearsal) {
  const spare = await makeFolder(join(folder, 'spare'))
  const to = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
  const { url } = await restoreDatabase(running, { folder: spare, bin, stanza: 'portal', to, env: machine.env })
  const { pool, db, close } = connect(url, { max: 1 })
  running.started({ stop: close })
  const { lost, present } = await findRestored(pool, acknowledged)
  const missing = lost.filter(({ acknowledgedAt }) => acknowledgedAt <= moment).length
  const tooNew = present.filter(({ sentAt }) => sentAt > moment).length
  const { differences } = await checkLedger(db)
  say(
    `restored to ${to}: ${present.length} acknowledged are there; ${missing} missing, ${tooNew} too new, ${differences.length} differences`,
  )
  return missing + tooNew + differences.length
}

/** Runs the monthly restore check on a spare machine, with the backup and with a backup that has lost a part. */
async function runMonthlyCheck(machine: ArchivedPostgres, { folder, bin }: { folder: string; bin: string }) {
  const metrics = join(folder, 'portal_restore.prom')
  const spare = await makeFolder(join(folder, 'monthly'))
  const check = async () => {
    const args = ['--folder', spare, '--metrics', metrics]
    const { code, output } = await runForOutcome(process.execPath, ['api/src/restore-check.ts', ...args], {
      cwd: repository,
      // What is missing is looked for again immediately, instead of after 15 s.
      env: { ...machine.env, POSTGRES_BIN: bin, PGBACKREST_JOB_RETRY_INTERVAL: '0' },
    })
    say(output.trim().split('\n').slice(0, 3).join(' '))
    const [, proven] = /^portal_restore_proven (\d)$/m.exec(await readFile(metrics, 'utf8')) ?? []
    return { code, proven }
  }
  const whole = await check()
  await rm(join(machine.repository, 'backup/portal/latest/bundle'), { recursive: true })
  const damaged = await check()
  return {
    isProven: whole.code === 0 && whole.proven === '1',
    isDamageFound: damaged.code === 1 && damaged.proven === '0',
  }
}

async function ledgerDifferences(origin: string): Promise<number> {
  return ((await operator(origin)('ledger', 'check')) as unknown[]).length
}

function operator(origin: string): Operator {
  return createOperator(origin, 'drill', adminToken)
}
