import type { Page, Request } from '@playwright/test'
import type { Release, RemoteRelease } from '@portal/platform/bundler/release'
import { brokenBudget } from '@portal/platform/releases/compatibility/budget'
import { distFolder } from '@portal/platform/releases/release-settings'
import { readRegistry, readRelease } from '@portal/platform/releases/releases'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'
import { openFrames, openRendered } from '@portal/test-kit/steps'
import { recordLayoutShifts } from '../fixtures/layout-shifts.ts'
import { expect, test } from '../fixtures.ts'

// Budgets count bytes, requests and depth, which are the same on every machine.

test.use({ serviceWorkers: 'allow' })

/** What `/` may weigh for a user who is signed in and has several restaurants. */
const budget = { javascriptBytes: 147_500, cssBytes: 20_000, requests: 40, depth: 2 }

// spec: 11.16
test('the first page stays within its budget of bytes, requests and depth', { tag: ['@remotes', '@phone'] }, async ({
  page,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser('Мария Котова', [{}, {}])
  await bookTips(user, [{ amount: 300 }, { amount: 200, daysAgo: 3 }].reverse())
  await signInAs(user)

  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  // Only requests up to the moment when all of this is shown count.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const text = document.body?.textContent ?? ''
      if (!text.includes('Доступно к выводу') || !text.includes('Последние чаевые')) return
      Object.assign(window, { shownAt: Date.now() })
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  })
  /**
   * The number of code files that had to arrive and run before this one was requested, and the time in ms since 1970.
   */
  const depths = new Map<string, { depth: number; at: number }>()
  client.on('Network.requestWillBeSent', ({ request, initiator, type, wallTime }) => {
    if (type !== 'Script' || depths.has(request.url)) return
    const parent =
      initiator.type === 'script'
        ? initiator.stack?.callFrames.find(({ url }) => url.includes('/releases/'))
        : undefined
    const depth = parent ? (depths.get(parent.url)?.depth ?? 1) + 1 : 1
    depths.set(request.url, { depth, at: wallTime * 1_000 })
  })
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))

  const response = await page.goto('/')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByText('Последние чаевые')).toBeVisible()
  const shownAt = await page.evaluate(() => (window as unknown as { shownAt: number }).shownAt)
  const shown = requests.filter((request) => request.timing().startTime <= shownAt)

  const bytes = { script: 0, stylesheet: 0 }
  for (const request of shown.filter((one) => one.resourceType() === 'stylesheet'))
    bytes.stylesheet += await responseSize(page, request.url())
  // What the HTML names is the same whether the server or the browser has rendered the page;
  // files of a slot count for its remote.
  const html = (await response?.text()) ?? ''
  const named = new Set(
    [...html.matchAll(/(?:src|href)="([^"]*\/releases\/(?:shell|mfe-tips)\/[^"]+\.js)"/g)].map(([, url = '']) => url),
  )
  expect(named.size).toBeGreaterThan(3)
  for (const url of named) {
    // V8 reads this comment only at the beginning of a file (platform/bundler/bundle.ts).
    expect(await (await page.request.get(url)).text(), url).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
    bytes.script += await responseSize(page, url)
  }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify({ ...bytes, requests: shown.length }) })
  expect(bytes.script, `${bytes.script} bytes of JavaScript`).toBeLessThanOrEqual(budget.javascriptBytes)
  expect(bytes.stylesheet).toBeLessThanOrEqual(budget.cssBytes)
  expect(shown.length).toBeLessThanOrEqual(budget.requests)
  const waitedFor = [...depths].filter(([, { at }]) => at <= shownAt)
  const deepest = Math.max(...waitedFor.map(([, { depth }]) => depth))
  expect(deepest, JSON.stringify(waitedFor, null, 1)).toBeLessThanOrEqual(budget.depth)
})

/** Returns the bytes of a file as a browser receives it. */
async function responseSize(page: Page, url: string): Promise<number> {
  const headers = (await page.request.get(url, { headers: { 'accept-encoding': 'br' } })).headers()
  expect(headers['content-encoding'], url).toBe('br')
  return Number(headers['content-length'])
}

test('telemetry is at most 5 kB, and loads after the page', { tag: '@phone' }, async ({ page, newUser, signInAs }) => {
  await signInAs(await newUser())
  const arrived = page.waitForResponse(/\/telemetry\.js$/)
  await page.goto('/')
  const response = await arrived
  expect((await response.request().sizes()).responseBodySize).toBeLessThanOrEqual(5_000)
  const [requested, loaded] = await page.evaluate((url) => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return [performance.getEntriesByName(url)[0]?.startTime, page?.loadEventStart]
  }, response.url())
  // A timer of a second begins in the `load` event.
  expect(requested).toBeGreaterThan(Number(loaded) + 900)
})

test('the frame requests the session before the bundles run', { tag: '@phone' }, async ({
  page,
  newUser,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED/)
  await signInAs(await newUser())
  await openFrames(page)
  await page.route(/\/releases\/shell\/.*\.js/, (route) => route.abort())
  const requested = page.waitForRequest('**/api/v1/session/bootstrap')
  await page.goto('/')
  await requested
})

const lastToAppear = {
  '/': 'Последние чаевые',
  '/billing': '+129\u00A0₽',
  '/trend': 'Считаем',
  '/out': 'История',
  '/settings': 'Тема',
}

test.describe(() => {
  // A page that the worker has stored preloads the scripts of the first page.
  test.use({ serviceWorkers: 'block' })

  // spec: 2.28
  test('the main pages load without layout shifts, and run each script that they preload', { tag: '@remotes' }, async ({
    page,
    newUser,
    bookTips,
    addCard,
    signInAs,
  }) => {
    const user = await newUser('Мария Котова', [{}, {}])
    await bookTips(
      user,
      Array.from({ length: 30 }, (_, day) => ({ amount: 100 + day, daysAgo: 30 - day, rating: 5 })),
    )
    await addCard(user)
    await signInAs(user)
    const { shifts } = await recordLayoutShifts(page)
    const client = await page.context().newCDPSession(page)
    const run = new Set<string>()
    client.on('Debugger.scriptParsed', ({ url }) => run.add(url))
    await client.send('Debugger.enable')
    for (const [path, text] of Object.entries(lastToAppear)) {
      await test.step(path, async () => {
        run.clear()
        await openRendered(page, path)
        await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
        expect(await shifts()).toEqual([])

        const preloaded = await page
          .locator('link[rel=preload][as=script]')
          .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
        expect(preloaded).not.toEqual([])
        await expect.poll(() => preloaded.filter((url) => !run.has(url))).toEqual([])
      })
    }
  })
})

test('each remote stays within the budget of its manifest, and its entry within 7 kB @phone', {
  tag: '@remotes',
}, async () => {
  const releases = createFolderStore(distFolder)
  const { names } = await readRegistry(releases)
  for (const [name, { current }] of Object.entries(names).filter(([name]) => name !== 'shell')) {
    const release = await readRelease<RemoteRelease>(releases, name, current)
    expect(brokenBudget(release)).toEqual([])
    expect(release.budget.entry).toBeLessThanOrEqual(7_000)
  }
})

test('no release has the same script under two names @phone', async () => {
  const releases = createFolderStore(distFolder)
  const { names } = await readRegistry(releases)
  for (const [name, { current }] of Object.entries(names)) {
    const { files } = await readRelease<Release>(releases, name, current)
    const scripts = Object.entries(files ?? {}).filter(([file]) => file.endsWith('.js'))
    const byContent = Map.groupBy(scripts, ([, integrity]) => integrity)
    expect([...byContent.values()].filter((alike) => alike.length > 1)).toEqual([])
  }
})
