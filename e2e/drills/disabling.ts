import { say } from '@portal/command/command'
import { type Browser, chromium } from 'playwright'
import { browserOptions } from '../fixtures/browser-options.ts'
import { hire, openSession } from '../fixtures/people.ts'
import { adminToken, type DrillPortal, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const ROUNDS = 20
const MAX_MS = 1_000

/** Measures how long an open page takes to go to login after an operator blocks its user. */
export const disabling: Drill = async (running) => {
  const portal = await startPortal(running)
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })

  // The first round includes the time of the compiler.
  await millisecondsToLogin(portal, browser)
  const times: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    times.push(await millisecondsToLogin(portal, browser))
    say(`user ${round} of ${ROUNDS}: ${times.at(-1)} ms`)
  }
  times.sort((a, b) => a - b)
  const slowest = times.at(-1) ?? Number.POSITIVE_INFINITY
  return {
    figure: `${ROUNDS} open pages at login after ${times[ROUNDS / 2]} ms at the median, ${slowest} ms at most`,
    holds: slowest <= MAX_MS,
  }
}

/** Measures from the operator's request to the text on the login page. */
async function millisecondsToLogin({ origin, database }: DrillPortal, browser: Browser): Promise<number> {
  const { id, name } = await hire(database)
  const context = await browser.newContext({ locale: 'ru-RU' })
  try {
    const value = await openSession(database, id)
    await context.addCookies([{ name: 'session', value, url: origin, httpOnly: true }])
    const user = JSON.stringify({ id, name })
    await context.addInitScript((stored) => localStorage.setItem('chaevye:user', stored), user)
    const page = await context.newPage()
    const stream = page.waitForResponse((response) => response.url().includes('/api/v1/events'))
    await page.goto(`${origin}/billing`)
    await stream

    const start = performance.now()
    const response = await fetch(`${origin}/api/v1/admin/users/${id}/block`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ reason: 'drill' }),
    })
    if (response.status !== 204) throw new Error(`Blocking is ${response.status}: ${await response.text()}`)
    await page.getByText('Аккаунт отключён', { exact: true }).waitFor()
    return Math.round(performance.now() - start)
  } finally {
    await context.close()
  }
}
