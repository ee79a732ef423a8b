import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { restoreDatabase } from '@portal/api/backup/restore-database'
import { connect } from '@portal/api/db/connect'
import { checkLedger } from '@portal/api/modules/ledger/check-ledger'
import { startYookassaDouble, type YookassaDouble } from '@portal/api/modules/payouts/bank/yookassa/double/double'
import { type Running, say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { outcomeOf } from '@portal/command/program'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { dayIn } from '@portal/contracts/calendar'
import { repository } from '@portal/platform/bundler/paths'
import type pg from 'pg'
import { findBackup } from '../../../.ci/servers.ts'
import { yookassaSettings } from '../../../e2e/fixtures/yookassa-settings.ts'
import { unprivileged } from '../../../e2e/replicas/unprivileged.ts'
import { apiProgram } from '../api-process.ts'
import { adminToken, serviceToken } from '../portal.ts'
import type { Drill } from '../run-drill.ts'
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts'
import { bookTips, type Load, restoredOf, startLoad, tipRubles } from './load.ts'

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

/**
 * Loses the machine of the database with its disk under tips, withdrawals and transfers, and restores it as
 * docs/backup.md says: to the last archived change, and on a spare machine to a moment.
 * The bank does not forget what it has paid.
 */
export const backup: Drill = async (running, { short = false }) => {
  const { bin } = findBackup()
  const folder = await temporaryFolder(running, 'backup')
  await chmod(folder, 0o755)
  const bank = running.started(await startYookassaDouble({ settlesAfter: 300 }))
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

  const load = await startLoad(running, { origin: api.origin, database })
  await machine.pgbackrest('--type=full', 'backup')
  await machine.pgbackrest('--type=diff', 'backup')
  say('a full backup and what has changed since are in the bucket, under load')
  await delay(short ? SHORT_MS : BEFORE_MOMENT_MS)
  const moment = Date.now()
  const archiveSeconds = short ? await archiveNow(machine, api.origin) : await untilMostWaits(api.origin)

  await machine.destroy()
  const lostAt = Date.now()
  await load.stop()
  await api.end('SIGTERM')
  const acknowledged = `${load.tips.length} tips and ${load.payouts.length} withdrawals and transfers`
  say(`the database is lost with its disk; ${acknowledged} were acknowledged`)

  await restore(machine)
  await api.start()
  const ledgerDifferences = await differencesOf(api.origin)
  const rtoSeconds = (Date.now() - lostAt) / 1_000
  const { lost, present } = await restoredOf(database, load)
  const rpoSeconds = (lostAt - Math.min(lostAt, ...lost.map(({ acknowledgedAt }) => acknowledgedAt))) / 1_000
  // What was sent after the acknowledgement of something lost must be lost too:
  // the restored state is that of one moment.
  const holes = lost.filter(({ acknowledgedAt }) => present.some(({ sentAt }) => sentAt > acknowledgedAt))
  say(
    `restored in ${rtoSeconds.toFixed(1)} s; ${lost.length} acknowledged in the last ${rpoSeconds.toFixed(1)} s are lost`,
  )

  const wrongTips = await sendTipsAgain(api.origin, database, load)
  const wrongPayments = await reconcile(api.origin, database, bank)
  const ledgerAfter = await differencesOf(api.origin)
  const wrongOfMoment = await checkMoment(running, { machine, folder, bin, moment, load })
  const checks = await checkOfMonth(machine, { folder, bin })

  const wrong = holes.length + ledgerDifferences + wrongTips + wrongPayments + ledgerAfter + wrongOfMoment
  return {
    figure:
      `${acknowledged} acknowledged, of them ${lost.length} after the restored end, ${holes.length} before it lost; ${wrongTips} tips doubled or missing ` +
      `after they were sent again, ${wrongPayments} payments of the bank that reconciliation does not explain, ${ledgerDifferences + ledgerAfter} differences of the ` +
      `ledger; at the moment ${wrongOfMoment} missing or too new; changes waited at most ${archiveSeconds.toFixed(0)} s to be archived; the check of the month ${checks.isProven ? 'proves the backup' : 'FAILS'}` +
      `${checks.isDamageFound ? '' : ' AND PROVES A DAMAGED ONE'}; ` +
      `RPO ${rpoSeconds.toFixed(1)} s, RTO ${rtoSeconds.toFixed(1)} s`,
    holds:
      wrong === 0 &&
      load.payouts.length > 0 &&
      checks.isProven &&
      checks.isDamageFound &&
      rpoSeconds <= MAX_RPO_SECONDS &&
      rtoSeconds <= MAX_RTO_SECONDS,
  }
}

/** Archives immediately what was changed. Returns for how many seconds it had waited at most. */
async function archiveNow(machine: ArchivedPostgres, origin: string): Promise<number> {
  await delay(SHORT_MS)
  const seconds = await archiveAgeOf(origin)
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
    const seconds = await archiveAgeOf(origin)
    longest = Math.max(longest, seconds)
    if (Date.now() - start > AFTER_MOMENT_MS && seconds > WORST_ARCHIVE_SECONDS) return longest
    if (Date.now() - start > 3 * AFTER_MOMENT_MS) return longest
  }
}

/** Runs the check of each month on the spare machine: with the backup, and with one of which a part is lost. */
async function checkOfMonth(machine: ArchivedPostgres, { folder, bin }: { folder: string; bin: string }) {
  const metrics = join(folder, 'portal_restore.prom')
  const check = async () => {
    const args = ['--folder', join(folder, 'spare'), '--metrics', metrics]
    const { code, output } = await outcomeOf(process.execPath, ['api/src/restore-check.ts', ...args], {
      cwd: repository,
      // What is missing is looked for again immediately, instead of after 15 s.
      env: { ...machine.env, POSTGRES_BIN: bin, PGBACKREST_JOB_RETRY_INTERVAL: '0' },
    })
    say(output.trim().split('\n').slice(0, 3).join(' '))
    const [, proven] = /^portal_restore_proven (\d)$/m.exec(await readFile(metrics, 'utf8')) ?? []
    return { code, proven }
  }
  const whole = await check()
  for (const name of machine.store.objects.keys()) if (name.includes('/bundle/')) machine.store.objects.delete(name)
  const damaged = await check()
  return {
    isProven: whole.code === 0 && whole.proven === '1',
    isDamageFound: damaged.code === 1 && damaged.proven === '0',
  }
}

/** As docs/backup.md says, on a new disk. */
async function restore(machine: ArchivedPostgres): Promise<void> {
  const data = join(machine.home, 'data')
  await mkdir(data, { mode: 0o700 })
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) await chown(data, uid, gid)
  await machine.pgbackrest('restore')
  await machine.start()
}

/** Sends all acknowledged tips again, as the payment side does. Returns how many are then not there exactly once. */
async function sendTipsAgain(origin: string, database: pg.Pool, { tips, waiter }: Load): Promise<number> {
  const employee = waiter.places[0]?.employeeId
  for (let start = 0; start < tips.length; start += 100) {
    const ids = tips.slice(start, start + 100).map(({ id }) => id)
    const response = await bookTips(origin, employee, ids)
    if (!response.ok) throw new Error(`Tips that are sent again are ${response.status}: ${await response.text()}`)
  }
  const { rows } = await database.query<{ stored: number; balance: number }>(
    `select (select count(*)::int from tip where employee_id = $1) as stored,
       (select balance::float8 from ledger_account where employee_id = $1 and kind = 'wallet') as balance`,
    [employee],
  )
  const [found] = rows
  // Some that were not acknowledged may have been committed.
  const isRight = found !== undefined && found.stored >= tips.length && found.balance === found.stored * tipRubles * 100
  if (!isRight) say(`tips: ${tips.length} acknowledged, ${JSON.stringify(found)}`)
  const { rowCount } = await database.query('select from tip where external_id = any($1)', [tips.map(({ id }) => id)])
  return Math.abs(tips.length - (rowCount ?? 0)) + (isRight ? 0 : 1)
}

/**
 * Waits until no payout is under way, and compares the bank with the portal. Returns how many payments are doubled, or
 * neither booked nor listed as foreign by the reconciliation.
 */
async function reconcile(origin: string, database: pg.Pool, bank: YookassaDouble): Promise<number> {
  const unfinished = `select from payout where status in ('pending', 'processing')`
  while ((await database.query(unfinished)).rowCount) await delay(500)
  const day = dayIn('Europe/Moscow', new Date())
  await admin(origin, 'reconciliation', 'run', '--provider', 'yookassa', '--day', day)
  const items = (await admin(origin, 'reconciliation', 'open')) as { kind: string }[]
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

type Rehearsal = { machine: ArchivedPostgres; folder: string; bin: string; moment: number; load: Load }

/**
 * Restores to the moment on a spare machine. Returns how much is missing there, or newer than the moment,
 * or differs in the ledger.
 */
async function checkMoment(running: Running, { machine, folder, bin, moment, load }: Rehearsal): Promise<number> {
  const spare = join(folder, 'spare')
  await mkdir(spare)
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) await chown(spare, uid, gid)
  const parts: { stop(): unknown }[] = []
  const ofSpare: Running = {
    started(part) {
      parts.push(part)
      return part
    },
  }
  running.started({ stop: () => stopAll(parts) })
  const to = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
  const { url } = await restoreDatabase(ofSpare, { folder: spare, bin, stanza: 'portal', to, env: machine.env })
  const { pool, db, close } = connect(url, { max: 1 })
  ofSpare.started({ stop: close })
  const { lost, present } = await restoredOf(pool, load)
  const missing = lost.filter(({ acknowledgedAt }) => acknowledgedAt <= moment).length
  const tooNew = present.filter(({ sentAt }) => sentAt > moment).length
  const { differences } = await checkLedger(db)
  say(
    `restored to ${to}: ${present.length} acknowledged are there; ${missing} missing, ${tooNew} too new, ${differences.length} differences`,
  )
  await stopAll(parts)
  return missing + tooNew + differences.length
}

async function stopAll(parts: { stop(): unknown }[]): Promise<void> {
  for (const part of parts.splice(0).reverse()) await part.stop()
}

async function differencesOf(origin: string): Promise<number> {
  const differences = (await admin(origin, 'ledger', 'check')) as unknown[]
  return differences.length
}

/** Returns the result of a command of an operator. */
async function admin(origin: string, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, PORTAL_ORIGIN: origin, ADMIN_TOKEN: `drill:${adminToken}` }
  // It ends with 1 where something is found.
  const { stdout } = await promisify(execFile)(process.execPath, ['api/admin/admin.ts', ...args, '--json'], {
    cwd: repository,
    env,
  }).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  return JSON.parse(stdout)
}

async function archiveAgeOf(origin: string): Promise<number> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${serviceToken}` } })
  const [, value] = /^portal_database_archive_age_seconds (\S+)$/m.exec(await response.text()) ?? []
  if (value === undefined) throw new Error('The age of the archive is no metric')
  return Number(value)
}
