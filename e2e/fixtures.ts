import type { BrowserContext, BrowserContextOptions } from '@playwright/test'
import { test as base, expect, storeUser } from '@portal/test-kit/test'
import pg from 'pg'
import { liftLoadLimits } from './fixtures/load-limits.ts'
import { addCard, addSbpPhone, type CardOptions, hire, openSession, type TestUser } from './fixtures/users.ts'

export { expect }

/** Needs a portal on this machine. Tests of any portal, in tests/smoke, have only the fixtures of the kit. */
type Fixtures = {
  /** Whether timeouts for loading a section apply; only tests of these timeouts set it. */
  hasLoadLimits: boolean
  /** Opens another browser, which is closed after the test. */
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  addCard: (user: TestUser, card?: CardOptions) => Promise<void>
  addSbpPhone: (user: TestUser) => Promise<void>
  /** Sends a decision of an operator, such as `users/<id>/block`. */
  decide: (path: string) => Promise<void>
  /** Puts a session of the user into the browser, or into another one, without the time that signing in takes. */
  signInAs: (user: { id: string; name: string }, into?: BrowserContext) => Promise<void>
}

type WorkerFixtures = { database: pg.Pool }

function setting(name: 'E2E_DATABASE_URL' | 'E2E_ADMIN_TOKEN'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: global-setup.ts sets it when it starts the portal`)
  return value
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const pool = new pg.Pool({ connectionString: setting('E2E_DATABASE_URL'), max: 2 })
      await use(pool)
      await pool.end()
    },
    { scope: 'worker' },
  ],

  hasLoadLimits: [false, { option: true }],
  context: async ({ context, hasLoadLimits }, use) => {
    if (!hasLoadLimits) await liftLoadLimits(context)
    await use(context)
  },

  newContext: async ({ browser, baseURL, hasLoadLimits }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      opened.push(context)
      if (!hasLoadLimits) await liftLoadLimits(context)
      return context
    })
    await Promise.all(opened.map((context) => context.close()))
  },

  newUser: async ({ database }, use) => use((name, workplaces) => hire(database, name, workplaces)),
  addCard: async ({ database }, use) => use((user, card) => addCard(database, user.id, card)),
  addSbpPhone: async ({ database }, use) => use((user) => addSbpPhone(database, user)),

  decide: async ({ request }, use) => {
    await use(async (path) => {
      const response = await request.post(`/api/v1/admin/${path}`, {
        headers: { authorization: `Bearer ${setting('E2E_ADMIN_TOKEN')}` },
        data: { reason: 'Проверка' },
      })
      expect(response.status(), await response.text()).toBe(204)
    })
  },

  signInAs: async ({ context, database, baseURL }, use) => {
    await use(async ({ id, name }, into = context) => {
      const value = await openSession(database, id)
      await into.addCookies([{ name: 'session', value, url: baseURL ?? '', httpOnly: true }])
      await storeUser(into, { id, name })
    })
  },
})
