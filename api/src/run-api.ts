import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { requireApplicationRole } from './db/application-role.ts'
import { connect } from './db/connect.ts'
import { migrate, requireMigrated } from './db/migrate.ts'
import type { DatabaseUrls } from './db/open-database.ts'
import { seedDemo } from './demo/seed.ts'
import type { App } from './http/app-dependencies.ts'
import { createLog } from './http/log.ts'
import { type LogDestination, logToOutput } from './http/log-destination.ts'
import { createMetrics } from './http/metrics.ts'
import { jobList } from './job-list.ts'
import { Jobs } from './jobs/jobs.ts'
import { LiveHub } from './messages/live/hub.ts'
import { createSmsProviders } from './messages/sms/configured-providers.ts'
import { ProviderSms } from './messages/sms/provider-sms.ts'
import { createSandboxSms } from './messages/sms/sms.ts'
import { type Banks, createBanks } from './payouts/bank/configured-banks.ts'
import { PAYOUT_JOB } from './payouts/delivery/worker.ts'
import {
  createProviderSbpDirectory,
  type SbpDirectory,
  sandboxSbpDirectory,
} from './payouts/payout-methods/sbp-directory.ts'
import { createTally } from './portal/telemetry/tally.ts'
import { isUnencrypted } from './settings/production-settings.ts'
import type { Settings } from './settings/settings.ts'

export type RunningApi = { app: App; close(): Promise<void> }

/** Builds the API on a database with its background jobs, without listening. A demo is filled with its data first. */
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
    const banks = createBanks(db, settings)
    const providers = createSmsProviders(settings.smsProviders)
    const sms = providers.length > 0 ? new ProviderSms({ db, log, providers }) : createSandboxSms(db)
    const metrics = createMetrics()
    const jobs = new Jobs({ log, metrics })
    const deps = {
      db,
      pool,
      settings,
      sms,
      banks,
      sbp: createSbpDirectory(banks, log),
      hub: new LiveHub({ db, listeningPool, log }),
      tally: createTally(db),
      metrics,
      log,
      wakePayoutWorker: () => jobs.trigger(PAYOUT_JOB),
      droppedLogLines: logTo.dropped,
      stopping,
    }
    const app = await createApp(deps)
    jobs.start(jobList({ ...deps, smsProviders: providers }))
    return {
      app,
      async close() {
        const stopped = jobs.stop()
        await app.close()
        await stopped
        banks.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the list of SBP banks of the first provider that has one, otherwise the list of the sandbox. */
function createSbpDirectory({ providers }: Banks, log: FastifyBaseLogger): SbpDirectory {
  const [sbpBanks] = [...providers.values()].flatMap((provider) => provider.sbpBanks ?? [])
  return sbpBanks ? createProviderSbpDirectory({ sbpBanks }, { log }) : sandboxSbpDirectory
}
