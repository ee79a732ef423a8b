import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DataInUse } from '@portal/api/db/embedded/orphan'
import { openDatabase } from '@portal/api/db/open-database'
import { CommandError } from '@portal/command/command'
import { freePorts } from '@portal/command/free-ports'
import { repository } from '../bundler/paths.ts'
import { isReady } from '../server/api/api-checks.ts'
import { step } from '../start/progress.ts'
import { originAt, type Running, suggestAnotherPort } from './dev-portal.ts'

const READY_INTERVAL_MS = 50

type DevApi = Running & { url: string; ready: Promise<void> }

/** Starts the API from its sources with its database, and restarts it on each change. Errors show `command`. */
export async function startDevApi(portalPort: number, command: string): Promise<DevApi> {
  const database = await step('The database is up', openDevDatabase(portalPort, command))
  const [port] = await freePorts(1)
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(repository, 'api/src/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      PORTAL_ORIGIN: originAt(portalPort),
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    },
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    ready: step('The API is up', whenReady(url)),
    async stop() {
      const exited = new Promise((resolve) => api.once('exit', resolve))
      api.kill()
      await exited
      await database.stop()
    },
  }
}

/**
 * Waits without a limit, because an API that ends with an error starts again when its sources are fixed. The wait does
 * not keep a process alive that has stopped its parts.
 */
async function whenReady(url: string): Promise<void> {
  while (!(await isReady(url))) await delay(READY_INTERVAL_MS, undefined, { ref: false })
}

async function openDevDatabase(portalPort: number, command: string) {
  try {
    const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: migrationDatabaseUrl, PORTAL_DATA } = process.env
    const settings = { databaseUrl, migrationDatabaseUrl, demo: true }
    return await openDatabase(settings, PORTAL_DATA || join(repository, '.data'))
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error
    throw new CommandError(`${error.message}. ${await suggestAnotherPort(portalPort, command)}`)
  }
}
