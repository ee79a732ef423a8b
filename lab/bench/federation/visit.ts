import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** The measurements of a phone on slow 4G: milliseconds, and bytes and requests of code. */
export type Visit = {
  content: number
  live: number
  navigation: number
  scriptBytes: number
  requests: number
  depth: number
}

export type Visitor = { session: string; user: string }

/** Slow 4G as Lighthouse defines it, in bytes per second and milliseconds. */
export const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
export const CPU_SLOWDOWN = 4

const first = { path: '/', text: 'Последние чаевые' }
const next = { link: 'Вывод средств', text: 'История' }
/** The time between pointing at a link and following it. */
const INTENT_MS = 300

/** Opens the first page with an empty cache until its content is there, and then a section of another remote. */
export async function visit(browser: Browser, origin: string, visitor: Visitor): Promise<Visit> {
  const context = await newVisitor(browser, origin, visitor, { serviceWorkers: 'block' })
  await context.addInitScript(recordTexts, [first.text, next.text])
  const { page, client } = await newSlowPage(context)
  const counted = countCode(client)

  await page.goto(origin + first.path, { waitUntil: 'commit' })
  const content = await seenAt(page, first.text)
  await page.waitForFunction(() => !window.portal.heldInput)
  const live = await page.evaluate(() => performance.now())
  const { scriptBytes, requests, depth } = counted()

  await page.waitForLoadState('load')
  // The code that the first page loads in the background has arrived.
  await page.waitForTimeout(6000)
  const link = page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: next.link })
  await link.hover()
  await page.waitForTimeout(INTENT_MS)
  const clicked = await link.evaluate((element: HTMLElement) => {
    element.click()
    return performance.now()
  })
  const navigation = (await seenAt(page, next.text)) - clicked
  await context.close()
  return { content, live, navigation, scriptBytes, requests, depth }
}

/** Opens an empty browser in which the user is signed in. */
export async function newVisitor(
  browser: Browser,
  origin: string,
  { session, user }: Visitor,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  await context.addCookies([{ name: 'session', value: session, url: origin, httpOnly: true }])
  await context.addInitScript((stored) => localStorage.setItem('chaevye:user', stored), user)
  return context
}

/** Opens a tab on slow 4G with a CPU four times slower. */
export async function newSlowPage(context: BrowserContext): Promise<{ page: Page; client: CDPSession }> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow4G)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, client }
}

type Watching = { seen: Record<string, number> }

/** Runs in the page: records when each text was first rendered. */
export function recordTexts(texts: string[]): void {
  const seen: Record<string, number> = {}
  Object.assign(window, { seen })
  const look = () => {
    for (const text of texts) {
      if (!(text in seen) && document.body?.textContent?.includes(text)) {
        requestAnimationFrame(() => {
          seen[text] ??= performance.now()
        })
      }
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

export async function seenAt(page: Page, text: string): Promise<number> {
  const handle = await page.waitForFunction((one) => (window as unknown as Watching).seen[one], text, {
    timeout: 60_000,
  })
  return Number(await handle.jsonValue())
}

/**
 * Counts the bytes and requests of scripts, and how many had to arrive before the last one in a chain was requested.
 */
function countCode(client: CDPSession): () => Pick<Visit, 'scriptBytes' | 'requests' | 'depth'> {
  const depths = new Map<string, number>()
  const scripts = new Set<string>()
  let scriptBytes = 0
  client.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    if (type !== 'Script') return
    scripts.add(requestId)
    if (depths.has(request.url)) return
    const parent = initiator.stack?.callFrames.find(({ url }) => url.includes('/releases/'))
    depths.set(request.url, parent ? (depths.get(parent.url) ?? 1) + 1 : 1)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  return () => ({ scriptBytes, requests: scripts.size, depth: Math.max(...depths.values()) })
}
