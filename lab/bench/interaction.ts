import { type Browser, chromium, type Page } from '@playwright/test'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { untilLive } from '@portal/test-kit/steps'
import { browserOptions } from '../../e2e/fixtures/browser-options.ts'
import { addCard, hire, openSession } from '../../e2e/fixtures/users.ts'
import { type DrillPortal, startPortal } from '../drills/portal.ts'
import { bookTips } from '../drills/tips.ts'

const ROUNDS = 7
const CPU_SLOWDOWN = 4
const phone = { hasTouch: true, isMobile: true, serviceWorkers: 'block' } as const
const viewport = { width: 360, height: 780 }
/** Browsers report no shorter event. */
const MIN_DURATION_MS = 16
/** An event is reported after its paint. */
const REPORT_MS = 800
/** The page has loaded by then what it may need. */
const IDLE_MS = 4_000

const button = (name: string) => `role=button[name="${name}"]`
const DIALOG = 'role=dialog'
const MENU = button('Открыть меню')
const AMOUNT = 'role=textbox[name="Сумма"]'
const CODE = `${DIALOG} >> role=textbox[name="Код из СМС"]`
const CONFIRMATION = 'submit: confirmation'

/** The page, the interaction, the selector of what is tapped, and the key if it is typed instead. */
type Step = [path: string, name: string, selector: string, key?: string]

const steps: Step[] = [
  ['/', 'menu', MENU],
  ['/', 'filter: month', 'text="Месяц"'],
  ['/', 'sheet: calendar', button('Свой период')],
  ['/billing', 'menu', MENU],
  ['/billing', 'filter: payouts', 'text="Выводы"'],
  ['/billing', 'filter: all', 'text="Все"'],
  ['/billing', 'sheet: calendar', button('Период')],
  ['/billing', 'sheet: operation', 'main >> role=listitem >> role=button'],
  ['/out', 'menu', MENU],
  ['/out', 'amount: a digit', AMOUNT, '5'],
  ['/out', 'amount: a chip', 'text="1 000 ₽"'],
  ['/out', 'submit: code', 'role=button[name=/^Вывести 1/]'],
  ['/out', 'code: a digit', CODE, '1'],
  ['/out', CONFIRMATION, `${DIALOG} >> role=button[name=/^Вывести/]`],
  ['/transfer/team', 'menu', MENU],
  ['/transfer/team', 'amount: a digit', AMOUNT, '5'],
  ['/transfer/team', 'amount: a chip', 'text="1 000 ₽"'],
  ['/transfer/team', 'choose all', button('Выбрать всех')],
  ['/transfer/team', 'submit: summary', button('Разделить')],
  ['/transfer/team', 'confirm: code', `${DIALOG} >> ${button('Получить код')}`],
  ['/transfer/team', 'code: a digit', CODE, '1'],
  ['/transfer/team', CONFIRMATION, `${DIALOG} >> role=button[name=/^Разделить/]`],
  ['/settings', 'menu', MENU],
  ['/settings', 'theme', 'text="Тёмная"'],
]

/**
 * Measures on a phone with a CPU four times slower how long each interaction takes to the next paint, as INP counts it.
 * The steps of a page follow each other in one visit.
 */
export async function interaction(running: Running): Promise<void> {
  const { buildAll } = await import('@portal/platform/releases/build-all')
  await buildAll(say)
  const portal = await startPortal(running)
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })
  for (const [path, ofPage] of Map.groupBy(steps, ([path]) => path)) {
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, portal, path, ofPage))
    for (const [index, [, name]] of ofPage.entries()) {
      const durations = rounds.map((round) => round[index] ?? Number.NaN)
      const figures = `median ${percentile(durations, 0.5)} ms, at most ${Math.max(...durations)} ms`
      say(`${path.padEnd(16)} ${name.padEnd(22)} ${figures}`)
    }
  }
}

/** Opens a page as a new user, and returns the milliseconds of each step. */
async function visit(browser: Browser, portal: DrillPortal, path: string, ofPage: readonly Step[]): Promise<number[]> {
  const { origin, database } = portal
  const user = await hire(database, 'Мария Котова', [{ isDefault: true }])
  const [workplace] = user.workplaces
  for (const name of ['Глеб Орлов', 'Инна Бойко']) await hire(database, name, [{ beside: workplace }])
  const tip = { employeeId: workplace?.employeeId, rubles: 100 }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await bookTips(
    origin,
    Array.from({ length: 60 }, (_, n) => ({ ...tip, paidAt: daysAgo(n) })),
  )
  await addCard(database, user.id)
  const context = await browser.newContext({ ...phone, viewport, baseURL: origin })
  const value = await openSession(database, user.id)
  await context.addCookies([{ name: 'session', value, url: origin, httpOnly: true }])
  const page = await context.newPage()
  await page.addInitScript(recordEvents, MIN_DURATION_MS)
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(path)
  await untilLive(page)
  await page.waitForTimeout(IDLE_MS)
  const durations: number[] = []
  for (const step of ofPage) durations.push(await measure(page, step, user.phone))
  await context.close()
  return durations
}

function recordEvents(durationThreshold: number): void {
  const durations: number[] = []
  Object.assign(window, { durations })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) durations.push(duration)
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
}

/** Returns the longest event of an interaction. A sheet is closed before a step that is not in it. */
async function measure(page: Page, [, name, selector, key]: Step, phone: string): Promise<number> {
  if (!selector.startsWith(DIALOG) && (await page.locator(DIALOG).isVisible())) {
    await page.keyboard.press('Escape')
    await page.locator(DIALOG).waitFor({ state: 'hidden' })
  }
  if (name === CONFIRMATION) {
    const response = await page.request.get('/demo/sms.json', { params: { phone } })
    const messages: { code: string | null }[] = await response.json()
    await page.locator(CODE).fill(messages.find(({ code }) => code)?.code ?? '')
  }
  const target = page.locator(selector).first()
  if (key) await target.focus()
  else await target.scrollIntoViewIfNeeded()
  await takeDurations(page)
  if (key) await page.keyboard.press(key)
  else await target.tap()
  return Math.max(MIN_DURATION_MS, ...(await takeDurations(page)))
}

/** Returns the durations since the last call, when all events until now have been reported. */
async function takeDurations(page: Page): Promise<number[]> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), REPORT_MS)
  return await page.evaluate<number[]>(() => Reflect.get(window, 'durations').splice(0))
}
