import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { untilLive } from '@portal/test-kit/steps'
import { storeUser } from '@portal/test-kit/test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { browserOptions } from '../fixtures/browser-options.ts'
import { liftLoadLimits } from '../fixtures/load-limits.ts'
import { addCard, hire } from '../fixtures/people.ts'
import { collected, leave } from '../fixtures/telemetry.ts'
import type { Change } from '../releases/patched-copy.ts'
import { type ReleasedPortal, startReleasedPortal } from '../releases/released-portal.ts'
import { goodPage, sectionFailures } from '../releases/section-failures.ts'
import { chooseInMenu, remotes, sections } from '../releases/sections.ts'
import { type DrillPortal, serviceToken, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'
import { signIn } from './shift.ts'

/** As many as judge a canary (platform/releases/canary/canary-health.ts). */
const USERS = 5
const MAX_WAIT_MS = 120_000
const POLL_INTERVAL_MS = 250
const phoneScreen = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, locale: 'ru-RU' }

type Kind = readonly [name: string, change: Change]

/**
 * Releases a canary of each way in which a section fails, and a good one, to five users in Chromium, who open tabs and all sections in
 * each. Measures how long each bad one is live, and how many users met a section without its page.
 */
export const canaries: Drill = async (running) => {
  const whole = await startPortal(running)
  Object.assign(process.env, { E2E_PORT: String(whole.port), E2E_SERVICE_TOKEN: serviceToken })
  const portal = running.started(await startReleasedPortal())
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })
  const users = await Promise.all(Array.from({ length: USERS }, () => newUser(browser, whole, portal)))

  const kinds: Kind[] = [...Object.entries(sectionFailures), ['is good', goodPage]]
  const blank = new Set<BrowserContext>()
  let withdrawn = 0
  for (let first = 0; first < kinds.length; first += remotes.length) {
    withdrawn += await release(portal, users, kinds.slice(first, first + remotes.length), blank)
  }
  const bad = Object.keys(sectionFailures).length
  return {
    figure: `${withdrawn} of ${bad} bad canaries are withdrawn, and the good one is not; ${blank.size} users met a section without its page`,
    holds: withdrawn === bad && blank.size === 0,
  }
}

/** A user with tips and a card, so that the menu has each section, in a browser that gets each canary. */
async function newUser(browser: Browser, portal: DrillPortal, { url }: ReleasedPortal): Promise<BrowserContext> {
  const context = await browser.newContext(phoneScreen)
  context.setDefaultTimeout(MAX_WAIT_MS)
  await liftLoadLimits(context)
  const { waiter, session } = await signIn(portal, await hire(portal.database, 'Мария Котова', [{ isManager: true }]))
  await addCard(portal.database, waiter.id)
  await context.addCookies([
    { name: 'session', value: session, url },
    { name: 'release_bucket', value: '0', url },
  ])
  await storeUser(context, { id: waiter.id, name: waiter.name })
  return context
}

/** Releases canaries, one of each remote at once. Returns how many were withdrawn, or fails where a good one was. */
async function release(
  portal: ReleasedPortal,
  users: readonly BrowserContext[],
  kinds: readonly Kind[],
  blank: Set<BrowserContext>,
): Promise<number> {
  const placed = kinds.map(([name, change], index) => ({ name, change, remote: remotes[index] ?? 'mfe-tips' }))
  const start = performance.now()
  const versions = await portal.releaseCanaries(
    Object.fromEntries(placed.map(({ remote, change }) => [remote, change])),
  )
  const live = new Set(placed)
  async function watch(): Promise<void> {
    const response = await fetch(`${portal.url}/registry.json`, { headers: { cookie: 'release_bucket=0' } })
    const { remotes: current } = (await response.json()) as { remotes: Record<string, string> }
    for (const one of live) {
      if (current[one.remote] === versions[one.remote]) continue
      live.delete(one)
      const seconds = Math.round((performance.now() - start) / 1000)
      say(`A page that ${one.name} (${one.remote}): withdrawn after ${seconds} s, ${opened} tabs`)
    }
  }

  let opened = 0
  const isOver = () =>
    ![...live].some(({ change }) => change !== goodPage) || performance.now() - start > 5 * MAX_WAIT_MS
  const visits = users.map(async (user) => {
    while (!isOver()) {
      opened += 1
      if (!(await visit(user, portal.url))) blank.add(user)
    }
  })
  const watching = (async () => {
    while (!isOver()) {
      await watch()
      await delay(POLL_INTERVAL_MS)
    }
  })()
  await Promise.all([...visits, watching])
  const good = placed.filter(({ change }) => change === goodPage)
  if (good.some((one) => !live.has(one))) throw new Error('A good canary is withdrawn')
  return kinds.length - live.size
}

/** Opens a tab and all sections in it. Returns whether each showed its page. */
async function visit(user: BrowserContext, url: string): Promise<boolean> {
  const page = await user.newPage()
  await page.goto(url)
  let isWhole = await shows(page, 'mfe-tips')
  for (const remote of remotes.slice(1)) {
    await chooseInMenu(page, remote)
    isWhole = (await shows(page, remote)) && isWhole
  }
  await collected(page)
  await leave(page)
  await page.close()
  return isWhole
}

async function shows(page: Page, remote: (typeof remotes)[number]): Promise<boolean> {
  const main = page.getByRole('main')
  const notice = main.getByText(/Раздел временно недоступен|Что-то пошло не так/)
  await main.getByText(sections[remote].shows).or(notice).first().waitFor()
  await untilLive(page)
  return (await notice.count()) === 0
}
