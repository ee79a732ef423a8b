import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Response,
  type TestInfo,
} from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { callApi, callByToken } from './api.ts'
import { CreatedUsers } from './created-users.ts'
import { givenAccounts } from './given-accounts.ts'
import { waitForHistory } from './history.ts'
import { waitForCode } from './messages.ts'
import { prepareRelease } from './release.ts'
import { rulesForColours } from './screens.ts'
import { defaultMessages, readTarget, requireUsers, type Target } from './target.ts'
import { incomingTips, type TipOptions } from './tips.ts'
import { type TestUser, Unavailable, type Users } from './users.ts'

export { expect }

export type Fixtures = {
  /** The origin of `baseURL`, such as `https://tips.example`. */
  portalOrigin: string
  target: Target
  /** An option for a project or a test: the release that the browser must get, instead of that of E2E_RELEASE. */
  release: string | undefined
  users: Users
  /** Returns a user with restaurants: a new one, or one of the given accounts. */
  newUser: Users['newUser']
  /** Books guests' tips, oldest first, through the request that the payment side sends. */
  bookTips: (user: TestUser, tips: TipOptions[], workplace?: number) => Promise<void>
  /** Puts a session of the user into the browser, or into another one. */
  signInAs: (user: TestUser, into?: BrowserContext) => Promise<void>
  /** Returns the newest code that was sent to the phone. */
  readCode: (phone: string) => Promise<string>
  /** Expects axe to find nothing on the page, by all its rules or without those named. */
  expectAccessible: (page: Page, without?: string[]) => Promise<void>
  /** Expects axe to find nothing by its rules for colours, which are enough after a change of the theme. */
  expectReadable: (page: Page) => Promise<void>
  /** Messages that are expected in the console in this test. */
  allowedConsole: { patterns: RegExp[] }
}

/** Tests of the portal at `baseURL`, wherever it runs: nothing here needs its database or its processes. */
export const test = base.extend<Fixtures>({
  portalOrigin: async ({ baseURL }, use) => use(new URL(requireAddress(baseURL)).origin),
  release: [undefined, { option: true }],
  target: async ({ portalOrigin, release }, use) => {
    await use(readTarget(portalOrigin, { ...process.env, ...(release && { E2E_RELEASE: release }) }))
  },

  context: async ({ context, portalOrigin, target }, use, testInfo) => {
    const expectRelease = await prepareRelease(context, portalOrigin, target)
    await use(context)
    if (testInfo.status === testInfo.expectedStatus) expectRelease(testInfo.tags)
  },

  users: async ({ playwright, portalOrigin: origin, target }, use) => {
    requireUsers(origin, target)
    const { accounts = [], operator } = target
    const users = operator
      ? new CreatedUsers(playwright.request, origin, operator)
      : givenAccounts(playwright.request, origin, accounts)
    await use(users)
    await users.end()
  },

  newUser: async ({ users, target }, use, testInfo) => {
    await use((...who) => orSkip(testInfo, target, () => users.newUser(...who)))
  },

  bookTips: async ({ portalOrigin, target }, use, testInfo) => {
    await use(async (user, tips, workplace) => {
      const token = await orSkip(testInfo, target, async () => requireServiceToken(target))
      await callByToken({ setting: 'E2E_SERVICE_TOKEN', token }, portalOrigin, '/ingest/tips', {
        data: incomingTips(user, tips, workplace),
      })
    })
  },

  readCode: async ({ request, portalOrigin, target }, use, testInfo) => {
    const messages = target.operator?.messages ?? defaultMessages
    await use((phone) => orSkip(testInfo, target, () => waitForCode(request, portalOrigin, messages, phone)))
  },

  signInAs: async ({ context, portalOrigin }, use) => {
    await use(async ({ id, name, phone, password }, into = context) => {
      const data = { phoneNumber: phone, password }
      await callApi(into.request, portalOrigin, '/login', { data })
      await storeUser(into, { id, name })
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
    await use((page) => expectNoViolations(page, rulesForColours))
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  allowedConsole: async ({}, use) => use({ patterns: [] }),

  page: async ({ page, allowedConsole }, use) => {
    waitForHistory(page)
    await expectQuietConsole(page, allowedConsole, () => use(page))
  },
})

/** Any warning or error in the console while the test runs is a defect, unless the test expects it. */
export async function expectQuietConsole(
  page: Page,
  { patterns }: Fixtures['allowedConsole'],
  run: () => Promise<void>,
): Promise<void> {
  // The URL is stored separately: the text of a failed request has no URL, and an id in one may match a pattern by
  // chance.
  const logged: { text: string; url: string }[] = []
  const onError = (error: Error) => logged.push({ text: String(error), url: page.url() })
  const onMessage = (message: ConsoleMessage) => {
    const isLogged = message.type() === 'error' || message.type() === 'warning'
    if (isLogged) logged.push({ text: message.text(), url: message.location().url })
  }
  // A busy API rejects a request before it gets an id, and the page sends it again.
  const repeated = new Set<string>()
  const onResponse = (response: Response) => {
    const headers = response.headers()
    if (headers['retry-after'] && !headers['x-request-id']) repeated.add(response.url())
  }
  page.on('pageerror', onError)
  page.on('console', onMessage)
  page.on('response', onResponse)
  await run()
  page.off('pageerror', onError)
  page.off('console', onMessage)
  page.off('response', onResponse)
  const allowed = [
    // Playwright's own message where it blocks service workers (config.ts).
    /^Service Worker registration blocked by Playwright$/,
    // On a busy machine a script runs some seconds after the page has loaded.
    /was preloaded using link preload but not used within a few seconds/,
    ...patterns,
  ]
  const isAllowed = ({ text, url }: { text: string; url: string }) =>
    allowed.some((pattern) => pattern.test(text)) || (/^Failed to load resource/.test(text) && repeated.has(url))
  expect(logged.filter((message) => !isAllowed(message))).toEqual([])
}

function requireAddress(baseURL: string | undefined): string {
  if (baseURL && URL.canParse(baseURL)) return baseURL
  throw new Error(`baseURL has to be the address of a portal, such as https://tips.example, and not ${baseURL}`)
}

function requireServiceToken({ serviceToken }: Target): string {
  if (serviceToken) return serviceToken
  throw new Unavailable('E2E_SERVICE_TOKEN is missing, so no tips can be booked')
}

/** Skips the test with the reason when the portal has no means for it. */
async function orSkip<T>(testInfo: TestInfo, { canSkip }: Target, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (canSkip && error instanceof Unavailable) testInfo.skip(true, error.message)
    throw error
  }
}

/** Stores who is signed in, as the login page does, so that the layout shows the name immediately. */
export async function storeUser(context: BrowserContext, user: { id: string; name: string }): Promise<void> {
  await context.addInitScript((user) => {
    // It runs once, so that the effects of a logout stay.
    if (sessionStorage.getItem('e2e:signed-in')) return
    sessionStorage.setItem('e2e:signed-in', '1')
    localStorage.setItem('chaevye:user', user)
  }, JSON.stringify(user))
}
