import { tidyUp } from './housekeeping.ts'
import { applyDuePhoneChanges } from './identity/password/phone-change.ts'
import { sendDueNotices } from './identity/security-notice/outbox.ts'
import type { Job } from './jobs/jobs.ts'
import { sendDuePushes } from './messages/push/outbox.ts'
import { checkDeliveries } from './messages/sms/follow-deliveries.ts'
import type { SmsProvider } from './messages/sms/providers/provider.ts'
import { reportDrift } from './money/ledger/drift/check-drift.ts'
import { prepareMonths } from './money/ledger/months.ts'
import { runDueRules } from './payouts/auto-withdrawal/worker.ts'
import { checkDecidedPayouts } from './payouts/delivery/check-decided.ts'
import { makeMisdatedPayoutsDue, reportOverduePayouts } from './payouts/delivery/overdue.ts'
import { PayoutWorker } from './payouts/delivery/worker.ts'
import { reconcileDueDays } from './payouts/reconciliation/daily.ts'
import type { PortalDependencies } from './portal/dependencies.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** All background work of a process of the API. */
export function jobList(deps: PortalDependencies & { smsProviders: readonly SmsProvider[] }): Job[] {
  const { db, log, banks, hub, tally, smsProviders } = deps
  const { push, payouts } = deps.settings
  const { requestTimeoutMs } = payouts
  return [
    new PayoutWorker({ ...deps, bank: banks.bank, settings: payouts }),
    { name: 'automatic-withdrawals', everyMs: 5 * SECOND, run: (stopping) => runDueRules(deps, stopping) },
    { name: 'overdue-payouts', everyMs: MINUTE, run: () => reportOverduePayouts(deps) },
    { name: 'misdated-payouts', everyMs: MINUTE, run: () => makeMisdatedPayoutsDue(db) },
    {
      name: 'decided-payouts',
      everyMs: MINUTE,
      run: (stopping) => checkDecidedPayouts({ db, bank: banks.bank, log, requestTimeoutMs }, stopping),
    },
    { name: 'reconciliation', everyMs: 15 * MINUTE, run: (stopping) => reconcileDueDays(deps, stopping) },
    { name: 'ledger-drift', everyMs: 15 * SECOND, run: () => reportDrift(deps) },
    { name: 'ledger-months', everyMs: HOUR, run: () => prepareMonths(db) },
    { name: 'phone-changes', everyMs: MINUTE, run: () => applyDuePhoneChanges(deps) },
    { name: 'security-notices', everyMs: SECOND, run: (stopping) => sendDueNotices(deps, stopping) },
    ...(push
      ? [{ name: 'push', everyMs: SECOND, run: (stopping) => sendDuePushes({ db, log, push }, stopping) } satisfies Job]
      : []),
    { name: 'sms-deliveries', everyMs: 5 * SECOND, run: () => checkDeliveries({ db, log, providers: smsProviders }) },
    { name: 'expired-streams', everyMs: 20 * SECOND, run: () => hub.closeExpired() },
    { name: 'telemetry', everyMs: SECOND, run: () => tally.flush() },
    { name: 'housekeeping', everyMs: HOUR, run: (stopping) => tidyUp(deps, stopping) },
  ]
}
