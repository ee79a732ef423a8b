import type { Browser } from '@playwright/test'
import { say } from '@portal/command/command'
import { median } from '@portal/command/percentile'
import { requestPath } from '@portal/contracts/endpoint'
import { formatRubles, formatSignedRubles } from '@portal/contracts/money-text'
import { listOperations } from '@portal/contracts/operation'
import { getSessionBootstrap } from '@portal/contracts/session'
import { pageHeaders } from '../../drills/portal.ts'
import type { Visitor } from '../federation/visit.ts'
import { type PagePath, pagePaths, type Seen, visitSignedIn, visitSignedOut } from './visit.ts'

/** The origins of two portal servers that differ only in this. */
type Origins = { rendered: string; frames: string }

type Visits = Record<'rendered' | 'frames', Seen[]>

const SUBMIT_TEXT = 'Войти'

/**
 * Compares first visits of pages that the server renders with first visits of pages that the browser renders. They
 * take turns, so that a slow machine slows both.
 */
export async function compareRendering(browser: Browser, origins: Origins, visitor: Visitor, rounds: number) {
  const visits: Record<PagePath, Visits> = { '/': noVisits(), '/billing': noVisits(), '/out': noVisits() }
  const logins: Seen[] = []
  let missed = 0
  for (let round = 0; round < rounds; round += 1) {
    const texts = await firstAmounts(origins.rendered, visitor)
    for (const path of pagePaths) {
      const open = (origin: string) => visitSignedIn(browser, new URL(path, origin), visitor, texts[path])
      const { rendered, frames } = visits[path]
      const { seen, isRendered } = await open(origins.rendered)
      if (isRendered) rendered.push(seen)
      else missed += 1
      frames.push((await open(origins.frames)).seen)
    }
    logins.push(await visitSignedOut(browser, new URL('/login', origins.rendered), SUBMIT_TEXT))
  }
  report(visits, rounds)
  reportLogin(logins)
  if (missed > 0) say(`${missed} of ${rounds * pagePaths.length} pages were frames, and are not counted as rendered`)
}

function noVisits(): Visits {
  return { rendered: [], frames: [] }
}

/** Returns the first amount of each page: the balance, or the newest operation. */
async function firstAmounts(origin: string, { session }: Visitor): Promise<Record<PagePath, string>> {
  const read = async (path: string) =>
    await (await fetch(`${origin}/api/v1${path}`, { headers: pageHeaders(session) })).json()
  const { employees, balance } = await read(requestPath(getSessionBootstrap, {}))
  const restId = employees[0].restaurant.id
  const { items } = await read(requestPath(listOperations, { query: { restId } }))
  const rubles = formatRubles(balance.by_restaurant[restId].balance)
  return { '/': rubles, '/billing': formatSignedRubles(items[0].amount, items[0].direction), '/out': rubles }
}

function report(visits: Record<PagePath, Visits>, rounds: number): void {
  const titles = ['rendered', 'frame', 'ratio'].map((title) => title.padStart(11))
  say(`${`First visits, medians of ${rounds} in ms`.padEnd(42)}${titles.join('')}`)
  const rows: [keyof Seen, string, string][] = [
    ['html', 'HTML received', ''],
    ['visible', 'amount visible', 'aim 0.40'],
    ['lcp', 'largest paint', ''],
    ['live', 'live', 'aim 0.85'],
  ]
  for (const path of pagePaths) {
    const { rendered, frames } = visits[path]
    for (const [key, title, aim] of rows) {
      const [ours, frame] = [median(rendered, key), median(frames, key)]
      const figures = [ours.toFixed(0), frame.toFixed(0), (ours / frame).toFixed(2)]
      const columns = figures.map((text) => text.padStart(11)).join('')
      say(`${path.padEnd(10)}${title.padEnd(32)}${columns}  ${aim}`.trimEnd())
    }
  }
}

/**
 * What is typed into the form is kept from the start, so it is usable when it is visible.
 * Without HTML it would be when it is live.
 */
function reportLogin(logins: readonly Seen[]): void {
  const [visible, live] = [median(logins, 'visible'), median(logins, 'live')]
  say(
    `/login    the form is usable after ${visible.toFixed(0)} ms, its code has run after ${live.toFixed(0)} ms: ${(visible / live).toFixed(2)}, aim 0.50`,
  )
}
