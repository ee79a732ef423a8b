import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { checkBalances, checkTransfers, findPartEnd, moveCheckpoint, readCheckpoint } from './checkpoint.ts'
import { differingDays, verifyDays } from './closed-days.ts'
import type { Drift } from './difference.ts'
import { acceptCounts, checkRewrites } from './rewrites.ts'

/** How long one check verifies closed days, without and with a suspicion. */
const VERIFY_MS = 500
const VERIFY_SUSPECTED_MS = 5_000

/** Less than the interval of the job, so that only one of several processes checks each time. */
const MAX_AGE_MS = 10_000

export type DriftReport = {
  differences: Drift[]
  /** Whether the differences changed since the previous check. */
  isNew: boolean
}

/** Checks the ledger for drift, and logs each difference once. */
export async function reportDrift({ db, log }: { db: Db; log: FastifyBaseLogger }): Promise<void> {
  const report = await checkDrift(db, { maxAgeMs: MAX_AGE_MS })
  if (!report?.isNew) return
  const { differences } = report
  if (differences.length > 0) log.error({ differences }, 'the ledger drifts')
  else log.info('the ledger does not drift any more')
}

/**
 * Verifies what was added to the ledger since the last check, and that earlier transfers have not changed since they
 * were verified. The checkpoint does not move past a difference, so each check reports it until it is corrected.
 * Returns undefined if another process is checking, or has checked within `maxAgeMs`.
 */
export async function checkDrift(db: Db, { maxAgeMs = 0 } = {}): Promise<DriftReport | undefined> {
  for (;;) {
    const report = await db.transaction().execute((trx) => checkPart(trx, maxAgeMs))
    if (report !== 'more') return report
  }
}

async function checkPart(trx: Db, maxAgeMs: number): Promise<DriftReport | 'more' | undefined> {
  if (!(await isOurTurn(trx, maxAgeMs))) return undefined
  const checkpoint = await readCheckpoint(trx)
  const part = await findPartEnd(trx, checkpoint)
  const found = await checkTransfers(trx, checkpoint, part)
  const end = Math.min(part, checkpoint.horizonId)
  // A balance includes all transfers, so balances can be compared only when the checkpoint is near the newest transfer.
  if (found.length === 0 && part < checkpoint.newestId) {
    await moveCheckpoint(trx, checkpoint, end)
    return end > checkpoint.transferId ? 'more' : undefined
  }
  if (part >= checkpoint.newestId) found.push(...(await checkBalances(trx, checkpoint)))
  if (found.length === 0) await moveCheckpoint(trx, checkpoint, end)

  const { drift: rewritten, since, observed } = await checkRewrites(trx)
  const deadline = performance.now() + (since ? VERIFY_SUSPECTED_MS : VERIFY_MS)
  const areVerified = await verifyDays(trx, { before: since, isOver: () => performance.now() > deadline })
  const days = await differingDays(trx)
  found.push(...days)
  if (since && areVerified && found.length === 0) await acceptCounts(trx, observed)
  else found.push(...rewritten)
  return await storeReport(trx, found)
}

/** Lets only one of several processes check. */
async function isOurTurn(trx: Db, maxAgeMs: number): Promise<boolean> {
  const { rows: locks } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('ledger drift', 0)) as taken`.execute(trx)
  if (!locks[0]?.taken) return false
  const { rows } = await sql<{ due: boolean }>`
    select checked_at is null or checked_at <= clock_timestamp() - make_interval(secs => ${maxAgeMs / 1000}::float8) as due
    from ledger_checkpoint`.execute(trx)
  return rows[0]?.due === true
}

async function storeReport(trx: Db, differences: Drift[]): Promise<DriftReport> {
  const { rows } = await sql<{ isNew: boolean }>`
    with before as (select differences from ledger_checkpoint)
    update ledger_checkpoint c set differences = ${JSON.stringify(differences)}::jsonb, checked_at = clock_timestamp()
    from before returning c.differences <> before.differences as "isNew"`.execute(trx)
  return { differences, isNew: rows[0]?.isNew === true }
}
