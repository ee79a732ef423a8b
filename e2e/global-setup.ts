import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../.ci/browser.ts'
import { untilReady } from './fixtures/portal-process.ts'

const repository = join(import.meta.dirname, '..')

/** One real portal for the run, with a database of its own; what it is reached by goes to the tests in the environment. */
export default async function startPortal(): Promise<() => Promise<void>> {
  findBrowser()
  const data = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const serviceToken = randomBytes(24).toString('base64url')
  const portal = spawn(process.execPath, ['shell/server/start.ts'], {
    cwd: repository,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: process.env.E2E_PORT,
      PORTAL_DATA: data,
      DATABASE_URL: '',
      SERVICE_TOKEN: serviceToken,
      DEMO_TIPS: 'off',
      CARD_FORM_ORIGINS: 'https://shop.example',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Playwright that runs out of time does not come to the end of this.
  process.once('exit', () => portal.kill('SIGTERM'))
  await untilReady(portal)
  process.env.E2E_SERVICE_TOKEN = serviceToken
  process.env.E2E_DATABASE_URL = await readFile(join(data, 'postgres/url'), 'utf8')

  return async () => {
    portal.kill('SIGTERM')
    if (portal.exitCode === null) await once(portal, 'exit')
    await rm(data, { recursive: true })
  }
}
