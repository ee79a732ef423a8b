import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { expectNoViolations } from './fixtures/accessibility.ts'
import { liftLoadLimits } from './fixtures/load-limits.ts'
import { addCard, addSbpPhone, type CardOptions, hire, openSession, type Waiter } from './fixtures/people.ts'

export { expect }

type TipOptions = {
  amount: number
  daysAgo?: number
  rating?: number
  comment?: string
  status?: 'pending' | 'completed'
}

type Fixtures = {
  /** Whether timeouts for loading a section apply; only tests of these timeouts set it. */
  hasLoadLimits: boolean
  /** Creates a user with restaurants; see `hire`. */
  newWaiter: (name?: string, places?: Parameters<typeof hire>[2]) => Promise<Waiter>
  /** Books guests' tips, oldest first, through the request that the payment side sends. */
  bookTips: (waiter: Waiter, tips: TipOptions[], place?: number) => Promise<void>
  addCard: (waiter: Waiter, card?: CardOptions) => Promise<void>
  addSbpPhone: (waiter: Waiter) => Promise<void>
  /** Sends a decision of an operator, such as `users/<id>/block`. */
  decide: (path: string) => Promise<void>
  /** Puts a session of the user into the browser, or into another one. */
  signInAs: (waiter: { id: string; name: string }, into?: BrowserContext) => Promise<void>
  /** Returns the newest code that was sent to the phone. */
  readCode: (phone: string) => Promise<string>
  /** Expects axe to find nothing on the page, by all its rules or without those named. */
  expectAccessible: (page: Page, without?: string[]) => Promise<void>
  /** Expects axe to find nothing by its rules for colours, which are enough after a change of the theme. */
  expectReadable: (page: Page) => Promise<void>
  /** Messages that are expected in the console in this test. */
  allowedConsole: { patterns: RegExp[] }
}

type WorkerFixtures = { database: pg.Pool }

function setting(name: 'E2E_DATABASE_URL' | 'E2E_SERVICE_TOKEN' | 'E2E_ADMIN_TOKEN'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: global-setup.ts sets it when it starts the portal`)
  return value
}

let lastTip = 0

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

  newWaiter: async ({ database }, use) => use((name, places) => hire(database, name, places)),
  addCard: async ({ database }, use) => use((waiter, card) => addCard(database, waiter.id, card)),
  addSbpPhone: async ({ database }, use) => use((waiter) => addSbpPhone(database, waiter)),

  bookTips: async ({ request }, use) => {
    await use(async (waiter, tips, place = 0) => {
      const response = await request.post('/api/v1/ingest/tips', {
        headers: { authorization: `Bearer ${setting('E2E_SERVICE_TOKEN')}` },
        data: {
          tips: tips.map(({ daysAgo = 0, ...tip }) => {
            lastTip += 1
            return {
              ...tip,
              external_id: `e2e-${process.pid}-${Date.now()}-${lastTip}`,
              employee_id: waiter.places[place]?.employeeId,
              paid_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
            }
          }),
        },
      })
      expect(response.status(), await response.text()).toBe(200)
    })
  },

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
      await into.addInitScript((user) => {
        // It runs once, so that the effects of a logout stay.
        if (sessionStorage.getItem('e2e:signed-in')) return
        sessionStorage.setItem('e2e:signed-in', '1')
        localStorage.setItem('chaevye:user', user)
      }, JSON.stringify({ id, name }))
    })
  },

  readCode: async ({ request }, use) => {
    await use(async (phone) => {
      let code: string | null | undefined
      // The API sends the message after the response where the response must not reveal who is registered.
      await expect
        .poll(
          async () => {
            const response = await request.get('/demo/sms.json', { params: { phone } })
            const messages: { code: string | null }[] = await response.json()
            // Messages that report a change have no code.
            code = messages.find((message) => message.code)?.code
            return code ?? ''
          },
          { message: `a code for ${phone}` },
        )
        .not.toBe('')
      return String(code)
    })
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  expectAccessible: async ({}, use) => {
    await use(async (page, without = []) => {
      await expectNoViolations(page, { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) })
    })
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  expectReadable: async ({}, use) => {
    await use((page) => expectNoViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] }))
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  allowedConsole: async ({}, use) => use({ patterns: [] }),

  // Any warning or error in the console is a defect, unless the test expects it.
  page: async ({ page, allowedConsole }, use) => {
    // The URL is stored apart: the text of a failed request has none, and an id in a URL may match a pattern by chance.
    const logged: { text: string; url: string }[] = []
    page.on('pageerror', (error) => logged.push({ text: String(error), url: page.url() }))
    page.on('console', (message) => {
      const isLogged = message.type() === 'error' || message.type() === 'warning'
      if (isLogged) logged.push({ text: message.text(), url: message.location().url })
    })
    waitForHistory(page)
    await use(page)
    const allowed = [
      // Playwright's own message where it blocks service workers (playwright.config.ts).
      /^Service Worker registration blocked by Playwright$/,
      // On a busy machine a script runs some seconds after the page has loaded; budgets.spec.ts shows that each one runs.
      /was preloaded using link preload but not used within a few seconds/,
      ...allowedConsole.patterns,
    ]
    expect(logged.filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/**
 * Lets a navigation begin when the page has left the history's entries of overlays that are closed, as it does a moment later: the
 * browser aborts a navigation meanwhile.
 */
function waitForHistory(page: Page): void {
  const hasLeft = () => {
    const { overlays = 0 } = (history.state ?? {}) as { overlays?: number }
    return overlays <= document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog]').length
  }
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<null>
    page[name] = async (...args: unknown[]) => {
      // An overlay of another kind stays open.
      await page.waitForFunction(hasLeft, undefined, { timeout: 1_000 }).catch(() => {})
      return navigate(...args)
    }
  }
}
