import { programPath } from '../../.ci/engines.ts'
import { openSession, type TestUser } from '../fixtures/users.ts'
import { test as base, expect } from '../fixtures.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'
import { unpackOldChromium } from './old-chromium.ts'
import { type PortalProxy, startProxy } from './portal-proxy.ts'
import type { Engine, Tab } from './tab.ts'
import { User } from './user.ts'
import { launchWebkit } from './webkit.ts'

export { expect }

export type EngineName = 'old-chromium' | 'firefox' | 'webkit'

type Fixtures = {
  tab: Tab
  user: User
  /** The proxy through which this test reaches the portal. */
  portalProxy: PortalProxy
  /** Opens a session, as if the user had signed in before. */
  signInAs: (account: TestUser) => Promise<void>
}

/** What the page of a failed test shows and holds. `notes`: the errors that it has reported to telemetry. */
const pageReport = `({
  address: location.href,
  text: document.body.innerText,
  fields: Array.from(document.querySelectorAll('input, textarea, select'), (field) => {
    const { localName, type, name, checked, value } = field
    return { field: localName, type, name, checked, value, isFocused: field === document.activeElement }
  }),
  isLive: window.portal && !window.portal.heldInput,
  notes: (window.portal?.notes ?? []).map((note) => String(note.error ?? JSON.stringify(note))),
})`

export const test = base.extend<Fixtures, { engineName: EngineName; engine: Engine }>({
  engineName: ['old-chromium', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName, launchOptions }, use) => {
      const launch: Record<EngineName, () => Promise<Engine>> = {
        'old-chromium': () => launchChromium({ ...launchOptions, executablePath: unpackOldChromium() }),
        firefox: () => launchFirefox(programPath('firefox')),
        webkit: () =>
          launchWebkit({
            driver: programPath('webkitDriver'),
            browser: programPath('webkitBrowser'),
            display: programPath('display'),
          }),
      }
      const engine = await launch[engineName]()
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  // The tab depends on the proxy, which is therefore closed after it.
  tab: async ({ engine, portalProxy, allowedConsole }, use, testInfo) => {
    testInfo.annotations.push({ type: 'engine', description: engine.name })
    const tab = await engine.open()
    await use(tab)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('screen', { body: await tab.screenshot(), contentType: 'image/png' })
      const report = {
        ...(await tab.evaluate<object>(pageReport)),
        console: tab.consoleErrors,
        requests: portalProxy.requests,
      }
      const body = JSON.stringify(report, null, 2)
      await testInfo.attach('page', { body, contentType: 'application/json' })
      process.stderr.write(`${testInfo.title}: ${body}\n`)
    }
    await tab.close()
    const errors = tab.consoleErrors?.filter((text) => !allowedConsole.patterns.some((pattern) => pattern.test(text)))
    expect(errors ?? [], 'errors in the console').toEqual([])
  },

  user: async ({ tab, portalProxy }, use) => use(new User(tab, portalProxy.origin)),

  portalProxy: async ({ baseURL }, use) => {
    const proxy = await startProxy(String(baseURL))
    await use(proxy)
    await proxy.close()
  },

  signInAs: async ({ user, database }, use) => {
    await use(async ({ id, name }) => {
      // This page of the same origin has no scripts.
      await user.open('/robots.txt')
      await user.tab.setCookie('session', await openSession(database, id))
      const value = JSON.stringify(JSON.stringify({ id, name }))
      await user.tab.evaluate(`localStorage.setItem('chaevye:user', ${value})`)
    })
  },
})
