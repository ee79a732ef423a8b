import { createHash, X509Certificate } from 'node:crypto'
import pg from 'pg'
import { test as base, expect } from '../fixtures.ts'
import { type Stack, startStack } from './stack.ts'

export { expect }

export const test = base.extend<object, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const { NGINX_PATH: nginx = '', POSTGRES_BIN: postgres = '', E2E_PORT: port } = process.env
      const stack = await startStack({ nginx, postgres, port: Number(port) })
      process.env.E2E_SERVICE_TOKEN = stack.serviceToken
      process.env.E2E_DATABASE_URL = stack.database.url
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],

  // The browser trusts this certificate like a real one, so that features that need a secure context work.
  launchOptions: [
    async ({ stack, launchOptions }, use) => {
      const key = new X509Certificate(stack.certificate).publicKey.export({ type: 'spki', format: 'der' })
      const trusted = createHash('sha256').update(key).digest('base64')
      const args = [...(launchOptions.args ?? []), `--ignore-certificate-errors-spki-list=${trusted}`]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],

  database: [
    async ({ stack }, use) => {
      const pool = new pg.Pool({ connectionString: stack.database.url, max: 2 })
      await use(pool)
      await pool.end()
    },
    { scope: 'worker' },
  ],

  readCode: async ({ stack }, use) => {
    await use(async (phone) => {
      await expect.poll(() => stack.sms.codeFor(phone), { message: `a code for ${phone}` }).toBeDefined()
      return String(stack.sms.codeFor(phone))
    })
  },
})
