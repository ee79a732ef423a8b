import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { SmsProvider } from './providers/provider.ts'
import { type DueCheck, leaseDueChecks, setReport } from './repository.ts'

const REPORT_TIMEOUT_MS = 5_000
const MAX_AT_ONCE = 20

type Deps = Pick<AppDependencies, 'db' | 'log'> & { providers: readonly SmsProvider[] }

/** Asks the providers about the delivery of due messages. Several processes may run it at the same time. */
export async function checkDeliveries({ db, log, providers }: Deps): Promise<void> {
  const due = await leaseDueChecks(db, MAX_AT_ONCE)
  await Promise.all(
    due.map((sms) =>
      check(sms).catch((err: unknown) => log.warn({ err, provider: sms.provider }, 'no report about an SMS')),
    ),
  )

  async function check({ id, phone, providerId, provider, state }: DueCheck): Promise<void> {
    const { findReport } = providers.find(({ name }) => name === provider) ?? {}
    // The provider is no longer configured.
    if (!findReport) return await setReport(db, id, { isFinal: true })
    const report = await findReport({ id, phone, providerId }, { timeoutMs: REPORT_TIMEOUT_MS })
    // A message that was accepted may not be in the provider's list yet.
    if (!report) return state === 'accepted' ? undefined : await setReport(db, id, { state: 'rejected', isFinal: true })
    const { cost, reason = null } = report
    const result = report.state === 'underway' ? 'accepted' : report.state
    await setReport(db, id, { state: result, reason, cost, isFinal: result !== 'accepted' })
  }
}
