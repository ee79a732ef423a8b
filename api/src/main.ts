// Only the API, as a process of its own behind the portal servers, with the database of `DATABASE_URL`.
import { reachDatabase } from './db/open-database.ts'
import { startDemoTips } from './demo/tips.ts'
import type { App } from './http/app-dependencies.ts'
import { endInOrder } from './process/process-end.ts'
import { sayFailure } from './process/start-failure.ts'
import { runApi } from './run-api.ts'
import { readSettings, SettingsError } from './settings/settings.ts'
import { startTracing } from './tracing/tracing.ts'

let stop = async () => {}
let running: App | undefined

try {
  const settings = readSettings(process.env)
  const { databaseUrl, drainSeconds } = settings
  if (!databaseUrl)
    throw new SettingsError('DATABASE_URL is missing: an API without a portal server has no embedded database')
  const stopping = endInOrder({ drainSeconds: () => drainSeconds, stop: () => stop(), log: () => running?.log })
  const tracing = await startTracing(settings.tracing)
  stop = tracing.stop
  const database = await reachDatabase({ ...settings, databaseUrl })
  const { app, close } = await runApi(database, settings, { stopping })
  stop = async () => {
    await close()
    await tracing.stop()
  }
  running = app
  const address = await app.listen({ host: settings.host, port: settings.port })
  if (settings.demoTips) {
    const tips = startDemoTips(address, settings, app.log)
    stop = async () => {
      tips.stop()
      await close()
      await tracing.stop()
    }
  }
} catch (error) {
  process.stderr.write(sayFailure(error))
  process.exit(1)
}
