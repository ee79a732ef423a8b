import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@portal/api/http/log'
import { type LogDestination, logToFile, logToOutput } from '@portal/api/http/log-destination'
import { toPublicSettings } from '@portal/api/portal/public-settings/routes'
import { endInOrder } from '@portal/api/process/process-end'
import { StartFailure, sayFailure } from '@portal/api/process/start-failure'
import type { RunningApi } from '@portal/api/run-api'
import { type PortalSettings, readPortalSettings, readSettings, type Settings } from '@portal/api/settings/settings'
import { startTracing } from '@portal/api/tracing/tracing'
import { readArguments, say } from '@portal/command/command'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { repository } from '../bundler/paths.ts'
import { buildAll } from '../releases/build-all.ts'
import { releaseStoreFrom, requiredForReleases } from '../releases/release-settings.ts'
import { createRenderer } from '../rendering/renderer.ts'
import { startApiChecks } from '../server/api/api-checks.ts'
import { createPortalBesideApi, createPortalWithApi, type PortalOptions } from '../server/serve-portal.ts'
import { startCanaryChecks } from './canary-checks.ts'
import { demoSecrets } from './demo-secrets.ts'
import { requireFreePort } from './free-port.ts'
import { greeting, seconds, step } from './progress.ts'
import { startPublicSettingsUpdates } from './public-settings-updates.ts'
import { startReleaseReports } from './release-reports.ts'

readArguments({
  name: 'start',
  about:
    'Builds what changed, and serves the portal: with the API and its database in the same process, or beside the API of another one.',
  settings: {
    PORT: '3000 unless set',
    PORTAL_DATA: 'the folder of the database and the images, .data unless set',
    DATABASE_URL: 'a PostgreSQL of your own instead',
    API_URL: 'the API of another process, or of several by comma: this process is only the portal server',
    DEMO_TIPS: 'off: the demo makes no tips by itself',
    NODE_ENV: 'production: no demo, and all settings of docs/settings.md',
  },
  outlivesReader: true,
})

const dataFolder = process.env.PORTAL_DATA || join(repository, '.data')
/** The running parts in the order of their start. They are stopped in reverse order. */
const running: { stop(): Promise<void> | void }[] = []
let drainSeconds = 0
let log: FastifyBaseLogger | undefined

async function start(): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))
  const required = requiredForReleases(env)
  if (env.API_URL) return await startBesideApi(readPortalSettings(env, required))
  const secrets = env.NODE_ENV === 'production' ? {} : await demoSecrets(dataFolder)
  await startWithApi(readSettings({ ...secrets, ...env }, required))
}

async function startBesideApi(settings: PortalSettings): Promise<void> {
  await requireFreePort(settings.host, settings.port)
  started(await startTracing(settings.tracing))
  await build()
  log = createLog(settings.logLevel, logToOutput())
  const { apiUrls, metricsToken: token } = settings
  const { current } = started(startApiChecks(apiUrls, log))
  const { publicSettings } = started(startPublicSettingsUpdates(current, log))
  const other = { apiUrl: current, log }
  await serve(settings, () => createPortalBesideApi(other, portalOptions(settings, publicSettings)))
  const api = {
    get origin() {
      return current()
    },
    token,
  }
  await followTelemetry(api, log)
  say(`\nЧаевые: ${settings.origin}\n`)
}

async function startWithApi(settings: Settings): Promise<void> {
  await requireFreePort(settings.host, settings.port)
  started(await startTracing(settings.tracing))
  const [{ app }] = await Promise.all([startApi(settings), build()])
  const publicSettings = () => toPublicSettings(settings)
  const address = await serve(settings, () => createPortalWithApi(app, portalOptions(settings, publicSettings)))
  await followTelemetry({ origin: address, token: settings.metricsToken }, app.log)
  if (settings.demoTips) {
    const { startDemoTips } = await import('@portal/api/demo/tips')
    started(startDemoTips(address, settings, app.log))
  }
  say(settings.demo ? greeting(settings.origin) : `\nЧаевые: ${settings.origin}\n`)
}

/** Starts to report live releases to the API, which counts only telemetry of these, and to end canaries by that. */
async function followTelemetry(
  api: { readonly origin: string; token: string | undefined },
  log: FastifyBaseLogger,
): Promise<void> {
  const releases = releaseStoreFrom(process.env)
  started(startReleaseReports(releases, api, log))
  started(await startCanaryChecks(releases, api, log))
}

async function startApi(settings: Settings): Promise<RunningApi> {
  // A portal server without an API does not load these modules.
  const [{ openDatabase }, { runApi }] = await Promise.all([
    import('@portal/api/db/open-database'),
    import('@portal/api/run-api'),
  ])
  const database = await step('The database is up', openDatabase(settings, dataFolder).then(started))
  const logTo = await logDestination(settings)
  const api = await step('The API is up', runApi(database, settings, { logTo, stopping }))
  started({ stop: () => api.close() })
  return api
}

function portalOptions(settings: PortalSettings, publicSettings: PortalOptions['publicSettings']): PortalOptions {
  return {
    publicSettings,
    releases: releaseStoreFrom(process.env),
    isHttps: settings.origin.startsWith('https:'),
    cardFormOrigins: settings.cardFormOrigins,
    createRenderer: settings.serverRendering ? createRenderer : undefined,
    isDemo: settings.demo,
    metricsToken: settings.metricsToken,
    trustProxy: settings.trustProxy,
    stopping,
  }
}

/** Serves the portal, and returns its address. */
async function serve(settings: PortalSettings, create: () => Promise<FastifyInstance>): Promise<string> {
  const portal = await orStartFailure(create)
  started({ stop: () => portal.close() })
  const address = await portal.listen({ host: settings.host, port: settings.port })
  drainSeconds = settings.drainSeconds
  say(`${seconds()}  Ready`)
  return address
}

/** Builds what changed, unless RELEASES names a store to which releases are published. */
async function build(): Promise<void> {
  if (process.env.RELEASES) return
  const report = (line: string) => say(`${seconds()}  ${line}`)
  await step(
    'The bundles are built',
    orStartFailure(() => buildAll(report)),
  )
}

/** Reports an error of a release as a reason why the start failed. @throws StartFailure */
async function orStartFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new StartFailure((error as Error).message, { cause: error })
  }
}

/**
 * Returns a file for a demo, whose terminal is for its user. The log of a server is collected from the standard output.
 */
async function logDestination({ demo }: Settings): Promise<LogDestination> {
  if (!demo) return logToOutput()
  await mkdir(dataFolder, { recursive: true })
  return logToFile(join(dataFolder, 'portal.log'))
}

function started<T extends { stop(): Promise<void> | void }>(part: T): T {
  running.push(part)
  return part
}

async function stop(): Promise<void> {
  for (const part of running.splice(0).reverse()) await part.stop()
}

const stopping = endInOrder({ drainSeconds: () => drainSeconds, stop, log: () => log })
try {
  await start()
} catch (error) {
  process.stderr.write(sayFailure(error))
  await stop()
  process.exit(1)
}
