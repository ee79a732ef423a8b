import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../.ci/browser.ts'
import { portalProgram } from './fixtures/portal-process.ts'

/** Starts one portal with its own database for the run; the tests get its addresses and secrets in the environment. */
export default async function startPortal(): Promise<() => Promise<void>> {
  findBrowser()
  const data = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const serviceToken = randomBytes(24).toString('base64url')
  const adminToken = randomBytes(24).toString('base64url')
  const portal = portalProgram({
    PORT: process.env.E2E_PORT,
    PORTAL_DATA: data,
    DATABASE_URL: '',
    SERVICE_TOKEN: serviceToken,
    ADMIN_TOKEN: `e2e:${adminToken}`,
    CARD_FORM_ORIGINS: 'https://shop.example',
    // Push services of tests are on this machine.
    PUSH_SERVICE_ON_LOOPBACK: 'yes',
  })
  await portal.start()
  process.env.E2E_SERVICE_TOKEN = serviceToken
  process.env.E2E_ADMIN_TOKEN = adminToken
  process.env.E2E_DATABASE_URL = await readFile(join(data, 'postgres/url'), 'utf8')

  return async () => {
    await portal.end('SIGTERM')
    await rm(data, { recursive: true })
  }
}
