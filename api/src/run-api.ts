import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { requireApplicationRole } from './db/application-role.ts'
import { connect } from './db/connect.ts'
import { migrate, requireMigrated } from './db/migrate.ts'
import type { DatabaseUrls } from './db/open-database.ts'
import { seedDemo } from './demo/seed.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { App } from './http/app-dependencies.ts'
import { createLog } from './http/log.ts'
import { type LogDestination, logToOutput } from './http/log-destination.ts'
import { watchDrift } from './modules/ledger/drift/watch-drift.ts'
import { startPhoneChanges } from './modules/password/phone-change.ts'
import {
  providerSbpDirectory,
  type SbpDirectory,
  sandboxSbpDirectory,
} from './modules/payout-bindings/sbp-directory.ts'
import { startAutoWithdrawals } from './modules/payouts/auto-withdrawal/worker.ts'
import { type Banks, configuredBanks } from './modules/payouts/bank/configured-banks.ts'
import { watchDecidedPayouts } from './modules/payouts/delivery/check-decided.ts'
import { watchOverduePayouts } from './modules/payouts/delivery/overdue.ts'
import { startPayoutWorker } from './modules/payouts/delivery/worker.ts'
import { startSendingPushes } from './modules/push/outbox.ts'
import { startReconciling } from './modules/reconciliation/daily.ts'
import { startSendingNotices } from './modules/security-notice/outbox.ts'
import { configuredProviders } from './modules/sms/configured-providers.ts'
import { followDeliveries } from './modules/sms/follow-deliveries.ts'
import { providerSms } from './modules/sms/provider-sms.ts'
import { sandboxSms } from './modules/sms/sandbox-sms.ts'
import { isUnencrypted } from './production-settings.ts'
import type { Settings } from './settings.ts'

/**
 * Less than the process has until it is ended (process-end.ts). What takes longer, as the list of a provider, loses its
 * connection, and is done by another process.
 */
const BACKGROUND_STOP_MS = 8_000

export type RunningApi = { app: App; close(): Promise<void> }

/** Builds the API on a database with its background work; it does not listen yet. In the demo the seed is complete. */
export async function runApi(
  { url, ownerUrl, isEmbedded }: DatabaseUrls,
  settings: Settings,
  { logTo = logToOutput(), stopping }: { logTo?: LogDestination | undefined; stopping?: AbortSignal } = {},
): Promise<RunningApi> {
  const log = createLog(settings.logLevel, logTo)
  if (isUnencrypted(url))
    log.warn('the connection to the database is not encrypted: add sslmode=verify-full to its URL')
  await requireApplicationRole(url)
  if (ownerUrl) {
    const { waiting } = await migrate(ownerUrl, { isDeployed: isEmbedded })
    if (waiting.length > 0) log.info({ migrations: waiting }, 'to be applied after the deployment')
  } else await requireMigrated(url)
  const { db, pool, listeningPool, close } = connect(url, {
    directUrl: settings.databaseDirectUrl,
    onIdleError: (err) => log.warn({ err }, 'a database connection broke'),
  })
  try {
    if (settings.demo) await seedDemo(db, settings, { ownerUrl })
    const banks = configuredBanks(db, settings)
    const providers = configuredProviders(settings.smsProviders)
    const sms = providers.length > 0 ? providerSms({ db, log, providers }) : sandboxSms(db)
    const deliveries = followDeliveries({ db, log, providers })
    const worker = startPayoutWorker({ db, bank: banks.bank, log, limits: settings.payouts })
    const autoWithdrawals = startAutoWithdrawals({ db, settings, log, wakePayoutWorker: worker.wake })
    const reconciling = startReconciling({ db, banks, log })
    const overdue = watchOverduePayouts({ db, log })
    const { requestTimeoutMs } = settings.payouts
    const decided = watchDecidedPayouts({ db, bank: banks.bank, log, requestTimeoutMs })
    const drift = watchDrift({ db, log })
    const tidying = startHousekeeping({ db, settings, log })
    const phoneChanges = startPhoneChanges({ db, settings, log })
    const notices = startSendingNotices({ db, sms, log })
    const pushes = settings.push && startSendingPushes({ db, log, push: settings.push })
    const app = await createApp({
      db,
      pool,
      listeningPool,
      settings,
      sms,
      banks,
      sbp: sbpDirectoryOf(banks, log),
      log,
      wakePayoutWorker: worker.wake,
      droppedLogLines: logTo.dropped,
      stopping,
    })
    return {
      app,
      async close() {
        const repetitions = [tidying, deliveries, phoneChanges, overdue, decided, reconciling, drift]
        const stopped = Promise.all(repetitions.map((repetition) => repetition?.stop()))
        const ended = Promise.race([stopped, delay(BACKGROUND_STOP_MS, undefined, { ref: false })])
        await app.close()
        await autoWithdrawals.stop()
        await Promise.all([worker.stop(), notices.stop(), pushes?.stop(), ended])
        banks.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The list of the provider that has one. */
function sbpDirectoryOf({ providers }: Banks, log: FastifyBaseLogger): SbpDirectory {
  const [sbpBanks] = [...providers.values()].flatMap((provider) => provider.sbpBanks ?? [])
  return sbpBanks ? providerSbpDirectory({ sbpBanks }, { log }) : sandboxSbpDirectory
}
