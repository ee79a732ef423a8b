import { Problem } from '../../http/problem.ts'
import { runEach } from '../../jobs/retries.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { notifyPayer } from '../notify.ts'
import { announceStops } from './announce-stops.ts'
import { type DueRule, leaseDueRules } from './due-rules.ts'
import { runRule } from './run-rule.ts'

/** How many rules a process leases at a time, so that the processes share an hour in which many rules are due. */
const MAX_BATCH = 10

type Deps = Pick<PayoutDependencies, 'db' | 'settings' | 'log' | 'wakePayoutWorker'>

/**
 * Runs the rules that are due and notifies users about stopped rules. Returns the size of the larger batch.
 * Replicas may run it at the same time.
 */
export async function runDueRules(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const counts: number[] = []
  const steps = [() => announceStops(deps, MAX_BATCH), () => runDue(deps, stopping)]
  await runEach(steps, async (step) => counts.push(await step()))
  return Math.max(...counts)
}

async function runDue({ db, log, ...deps }: Deps, stopping: AbortSignal | undefined): Promise<number> {
  const due = await leaseDueRules(db, MAX_BATCH, (restaurantIds) =>
    log.warn(
      { restaurantIds },
      'the database does not know the time zone of a restaurant, whose automatic withdrawals wait',
    ),
  )
  for (const rule of due) if (!stopping?.aborted) await run({ db, log, ...deps }, rule)
  return due.length
}

async function run(deps: Deps, rule: DueRule): Promise<void> {
  const { db, log } = deps
  const { employeeId } = rule
  try {
    const result = await runRule(deps, rule)
    if (result === 'stopped') log.warn({ employeeId }, 'an automatic withdrawal has stopped')
    if (typeof result === 'string') return
    deps.wakePayoutWorker()
    await notifyPayer(db, result.id)
  } catch (err) {
    // A Problem means that the user withdrew or changed something meanwhile. The rule is due again after its lease.
    const isRace = err instanceof Problem
    log[isRace ? 'info' : 'error']({ err, employeeId }, 'an automatic withdrawal is not ordered yet')
  }
}
