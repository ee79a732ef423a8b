// `pnpm start`: builds what changed, brings up the database, the API with all that works beside it, and the portal server.
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@portal/api/db/open-database'
import { startDemoTips } from '@portal/api/demo/tips'
import { runApi } from '@portal/api/run-api'
import { readSettings, type Settings } from '@portal/api/settings'
import { buildAll } from '@portal/shared/build/build-all'
import { repository } from '@portal/shared/build/paths'
import { releasesFrom } from '@portal/shared/release/release-settings'
import { createPortalServer } from './portal-server.ts'
import { demoSecrets } from './start/demo-secrets.ts'
import { requireFreePort } from './start/free-port.ts'
import { greeting, say, seconds, step } from './start/progress.ts'
import { StartFailure, sayFailure } from './start/start-failure.ts'

const dataFolder = process.env.PORTAL_DATA || join(repository, '.data')
/** What is up, in the order of its start; stopped the other way round. */
const running: { stop(): Promise<void> | void }[] = []

async function start(): Promise<void> {
  const settings = await settle()
  await requireFreePort(settings.host, settings.port)
  const [database] = await Promise.all([
    step('The database is up', openDatabase(settings.databaseUrl, dataFolder).then(started)),
    // Where others release to, nothing is built.
    process.env.RELEASES ? undefined : step('The bundles are built', build()),
  ])
  const api = await step('The API is up', runApi(database.url, settings, await logDestination(settings)))
  started({ stop: () => api.close() })
  const portal = await createPortalServer({
    api: api.app,
    releases: releasesFrom(process.env),
    tls: settings.origin.startsWith('https:'),
    cardFormOrigins: settings.cardFormOrigins,
  })
  started({ stop: () => portal.close() })
  const address = await portal.listen({ host: settings.host, port: settings.port })
  if (settings.demoTips) started(startDemoTips(address, settings, api.app.log))
  say(`${seconds()}  Ready`)
  say(settings.demo ? greeting(settings.origin) : `\nЧаевые: ${settings.origin}\n`)
}

async function settle(): Promise<Settings> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))
  if (given.NODE_ENV === 'production') return readSettings(given)
  return readSettings({ ...(await demoSecrets(dataFolder)), ...given })
}

async function build(): Promise<void> {
  await buildAll((line) => say(`${seconds()}  ${line}`)).catch((error: Error) => {
    throw new StartFailure(error.message)
  })
}

/** Of a demo the terminal is for its reader; a server's log is collected from the standard output. */
async function logDestination({ demo }: Settings) {
  if (!demo) return undefined
  await mkdir(dataFolder, { recursive: true })
  return createWriteStream(join(dataFolder, 'portal.log'), { flags: 'a' })
}

function started<T extends { stop(): Promise<void> | void }>(part: T): T {
  running.push(part)
  return part
}

async function stop(): Promise<void> {
  for (const part of running.splice(0).reverse()) await part.stop()
}

function stopOn(signal: NodeJS.Signals): void {
  process.on(signal, async () => {
    // Asked twice, or something hangs: whatever was committed is safe.
    if (running.length === 0) process.exit(1)
    setTimeout(() => process.exit(1), 15_000).unref()
    await stop()
    process.exit(0)
  })
}

stopOn('SIGINT')
stopOn('SIGTERM')
try {
  await start()
} catch (error) {
  process.stderr.write(sayFailure(error))
  await stop()
  process.exit(1)
}
