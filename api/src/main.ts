// The API alone, as a process of its own behind the portal servers; `DATABASE_URL` says where its data is.
import { startDemoTips } from './demo/tips.ts'
import { runApi } from './run-api.ts'
import { readSettings, SettingsError } from './settings.ts'

try {
  const settings = readSettings(process.env)
  if (!settings.databaseUrl)
    throw new SettingsError('DATABASE_URL is missing: the API alone has no database of its own')
  const { app, close } = await runApi(settings.databaseUrl, settings)
  const address = await app.listen({ host: settings.host, port: settings.port })
  const tips = settings.demoTips ? startDemoTips(address, settings, app.log) : undefined

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      tips?.stop()
      await close()
      process.exit(0)
    })
  }
} catch (error) {
  process.stderr.write(`${error instanceof SettingsError ? error.message : error}\n`)
  process.exit(1)
}
