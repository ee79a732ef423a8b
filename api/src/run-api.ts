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
import { startPhoneChanges } from './modules/password/phone-change.ts'
import { sandboxSbpDirectory } from './modules/payout-bindings/sbp-directory.ts'
import { sandboxBank } from './modules/payouts/bank/sandbox-bank.ts'
import { watchOverduePayouts } from './modules/payouts/delivery/overdue.ts'
import { startPayoutWorker } from './modules/payouts/delivery/worker.ts'
import { gatewaySms } from './modules/sms/gateway-sms.ts'
import { sandboxSms } from './modules/sms/sandbox-sms.ts'
import { isUnencrypted } from './production-settings.ts'
import type { Settings } from './settings.ts'

export type RunningApi = { app: App; close(): Promise<void> }

/** Builds the API on a database with its background work; it does not listen yet. In the demo the seed is complete. */
export async function runApi(
  { url, ownerUrl }: DatabaseUrls,
  settings: Settings,
  { logTo = logToOutput(), stopping }: { logTo?: LogDestination | undefined; stopping?: AbortSignal } = {},
): Promise<RunningApi> {
  const log = createLog(settings.logLevel, logTo)
  if (isUnencrypted(url))
    log.warn('the connection to the database is not encrypted: add sslmode=verify-full to its URL')
  await requireApplicationRole(url)
  if (ownerUrl) await migrate(ownerUrl)
  else await requireMigrated(url)
  const { db, pool, close } = connect(url, {
    onIdleError: (err) => log.warn({ err }, 'a database connection broke'),
  })
  try {
    if (settings.demo) await seedDemo(db, settings)
    const bank = sandboxBank(db)
    const sms = settings.smsGateway ? gatewaySms(settings.smsGateway) : sandboxSms(db)
    const worker = startPayoutWorker({ db, bank, log, limits: settings.payouts })
    const overdue = watchOverduePayouts({ db, log })
    const tidying = startHousekeeping({ db, settings, log })
    const phoneChanges = startPhoneChanges({ db, settings, sms, log })
    const app = await createApp({
      db,
      pool,
      settings,
      sms,
      bank,
      sbp: sandboxSbpDirectory,
      log,
      wakePayoutWorker: worker.wake,
      droppedLogLines: logTo.dropped,
      stopping,
    })
    return {
      app,
      async close() {
        tidying.stop()
        phoneChanges.stop()
        overdue.stop()
        await app.close()
        await worker.stop()
        bank.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
