import { type Browser, chromium } from '@playwright/test'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { browserOptions } from '../../e2e/fixtures/browser-options.ts'
import { type Hands, withdrawAll, withdrawalsOfAll } from '../../e2e/fixtures/withdrawals-of-all.ts'
import { type DrillPortal, startPortal } from '../drills/portal.ts'
import { openPage } from './interaction/visit.ts'

/** A user has read the page by then, and what it may need has loaded. */
const idleMs = 4_000

/**
 * Counts the taps of a withdrawal of the whole balance to the default card, by each way that the portal has, and
 * measures it from the first tap to the result, on a phone with a CPU four times slower,
 * without the time that a person reads.
 */
export async function hands(running: Running): Promise<void> {
  const rounds = Number(process.env.ROUNDS ?? 7)
  const portal = await startPortal(running)
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })

  say(`Medians of ${rounds} visits`)
  for (const journey of Object.values(withdrawalsOfAll)) {
    const walked: Hands[] = []
    for (let round = 0; round < rounds; round += 1) walked.push(await visit(browser, portal, journey))
    const median = (key: keyof Hands) =>
      percentile(
        walked.map((hands) => hands[key]),
        0.5,
      )
    say(`${journey.name.padEnd(34)}${median('taps')} taps and a code ${`${median('ms').toFixed(0)} ms`.padStart(9)}`)
  }
}

type Journey = Parameters<typeof withdrawAll>[1]

async function visit(browser: Browser, portal: DrillPortal, journey: Journey): Promise<Hands> {
  const { page, waiter } = await openPage(browser, portal, { path: '/', content: 'Последние чаевые' })
  await page.waitForTimeout(idleMs)
  const hands = await withdrawAll(page, journey, async () => {
    const response = await page.request.get('/demo/sms.json', { params: { phone: waiter.phone } })
    const messages: { code: string | null }[] = await response.json()
    return messages.find(({ code }) => code)?.code ?? ''
  })
  await page.context().close()
  return hands
}
