import { createHash, X509Certificate } from 'node:crypto'
import { incomingTips } from '@portal/test-kit/tips'
import pg from 'pg'
import { openSession } from '../fixtures/people.ts'
import { test as base, expect } from '../fixtures.ts'
import { type Client, payoutRubles } from './load.ts'
import { type Stack, startStack } from './stack.ts'

export { expect }

type Fixtures = {
  /** Creates clients for `underLoad`; each has the money for a payout. */
  newClients: (count: number) => Promise<Client[]>
}

export const test = base.extend<Fixtures, { stack: Stack }>({
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

  // Only these requests trust its certificate.
  bookTips: async ({ request, stack }, use) => {
    await use(async (waiter, tips, place) => {
      const headers = { authorization: `Bearer ${stack.serviceToken}` }
      const response = await request.post('/api/v1/ingest/tips', { headers, data: incomingTips(waiter, tips, place) })
      expect(response.status(), await response.text()).toBe(200)
    })
  },

  readCode: async ({ stack }, use) => {
    await use(async (phone) => {
      await expect.poll(() => stack.sms.codeFor(phone), { message: `a code for ${phone}` }).toBeDefined()
      return String(stack.sms.codeFor(phone))
    })
  },

  newClients: async ({ database, newWaiter, addCard, bookTips, readCode, request, stack }, use) => {
    await use((count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const waiter = await newWaiter()
          const session = await openSession(database, waiter.id)
          await addCard(waiter)
          await bookTips(waiter, [{ amount: payoutRubles }])
          const headers = { cookie: `__Host-session=${session}`, origin: stack.origin, 'X-Requested-With': 'portal' }
          const sent = await request.post(`/api/v1/otp/send/user/${waiter.id}`, {
            headers,
            data: { purpose: 'payout' },
          })
          expect(sent.status(), await sent.text()).toBe(200)
          const restId = String(waiter.places[0]?.restId)
          const bindings = await request.get('/api/v1/user/payout-bindings', { headers, params: { restId } })
          const { items } = await bindings.json()
          return { waiter, session, bindingId: items[0].id, code: await readCode(waiter.phone) }
        }),
      ),
    )
  },
})
