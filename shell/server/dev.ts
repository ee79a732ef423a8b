// `pnpm dev`: the shell and the remotes from their sources with Fast Refresh, the API restarted on each change, one address.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase } from '@portal/api/db/open-database'
import { devRemoteRelease, devShellRelease, startDevServer } from '@portal/shared/build/dev-server'
import { remoteNames, repository } from '@portal/shared/build/paths'
import { createPortalServer } from './portal-server.ts'
import { say, seconds, step } from './start/progress.ts'

const port = Number(process.env.PORT || 3000)
const origin = `http://localhost:${port}`
const apiPort = port + 100

const database = await step(
  'The database is up',
  openDatabase(process.env.DATABASE_URL, process.env.PORTAL_DATA || join(repository, '.data')),
)
const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(repository, 'api/src/main.ts')], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(apiPort),
    PORTAL_ORIGIN: origin,
    DATABASE_URL: database.url,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  },
})
const bundles = await Promise.all(
  ['shell', ...remoteNames].map((name, index) => step(`${name} is built`, startDevServer(name, apiPort + 1 + index))),
)
const shell = await devShellRelease()
const remotes = await Promise.all(remoteNames.map(async (name) => ({ name, current: await devRemoteRelease(name) })))
const portal = await createPortalServer({
  apiUrl: `http://127.0.0.1:${apiPort}`,
  development: { published: { sequence: 0, shell, remotes }, bundles },
})
await portal.listen({ port, host: 'localhost' })
say(`${seconds()}  Ready\n\nЧаевые: ${origin}\nStop with Ctrl+C.\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    const gone = new Promise((resolve) => api.once('exit', resolve))
    api.kill()
    await Promise.all([portal.close(), gone, ...bundles.map((bundle) => bundle.stop())])
    await database.stop()
    process.exit(0)
  })
}
