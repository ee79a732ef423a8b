import type { Running } from '@portal/command/command'
import { sql } from 'kysely'
import { connect } from '../db/connect.ts'
import { checkLedger } from '../money/ledger/check-ledger.ts'
import { type RestoreOptions, restoreDatabase } from './restore-database.ts'

/** `problem`: why the backup cannot be used; absent if it can. */
export type RestoreResult = {
  problem?: string
  /** The time from the start of the restore to the end of the check of the ledger. */
  seconds: number
  /** How many rows the checks of the ledger have compared. */
  compared: number
  /** The age of the newest restored transaction when the restore began. Absent if none was restored. */
  newestChangeSeconds?: number
}

/** Restores the newest backup into a folder and checks its ledger. */
export async function checkRestore(running: Running, options: RestoreOptions): Promise<RestoreResult> {
  const start = Date.now()
  const elapsed = () => (Date.now() - start) / 1_000
  try {
    const { url, newestChange } = await restoreDatabase(running, options)
    const { db, close } = connect(url, { max: 1 })
    running.started({ stop: close })
    const { checks, differences } = await db.transaction().execute(async (trx) => {
      // Nothing else uses this database.
      await sql`set local statement_timeout = 0`.execute(trx)
      return await checkLedger(trx)
    })
    const [first] = differences
    const compared = checks.reduce((sum, check) => sum + check.compared, 0)
    return {
      seconds: elapsed(),
      compared,
      ...(newestChange && { newestChangeSeconds: Math.max(0, (start - +newestChange) / 1_000) }),
      ...(first && {
        problem: `${differences.length} differences of the ledger, as ${first.check} of ${first.subject}`,
      }),
      ...(compared === 0 && { problem: 'The restored ledger is empty' }),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), seconds: elapsed(), compared: 0 }
  }
}

/** Returns metrics for the textfile collector of Prometheus' node exporter. */
export function formatMetrics({ problem, seconds, newestChangeSeconds }: RestoreResult): string {
  const metrics: [name: string, help: string, value: number | undefined][] = [
    ['portal_restore_proven', 'Whether the newest backup could be restored with a consistent ledger', problem ? 0 : 1],
    ['portal_restore_checked_timestamp_seconds', 'When the check was made', Math.round(Date.now() / 1_000)],
    ['portal_restore_seconds', 'How long it took', seconds],
    ['portal_restore_newest_change_seconds', 'How old the newest restored transaction was', newestChangeSeconds],
  ]
  return metrics
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}
