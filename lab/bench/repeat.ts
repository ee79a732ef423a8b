import { connect, createServer, type Socket } from 'node:net'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Running, say } from '@portal/command/command'
import { listenLocally } from '@portal/command/free-ports'
import { median } from '@portal/command/percentile'
import { browserOptions } from '../../e2e/fixtures/browser-options.ts'
import { startPortal } from '../drills/portal.ts'
import { signIn } from '../drills/shift.ts'
import { CPU_SLOWDOWN, newVisitor, recordTexts, seenAt, slow4G } from './federation/visit.ts'

const TEXT = 'Последние чаевые'
const phone = { width: 390, height: 844 }
/** Nothing is evaluated in the page meanwhile, because that takes its processor. */
const UNDISTURBED_MS = 3_500

/** Milliseconds from the start of the navigation. */
type Seen = { requested: number; html: number; visible: number; painted: number }

const kinds = {
  'the next evening': { serviceWorkers: 'allow', isStopped: true },
  'some seconds later': { serviceWorkers: 'allow', isStopped: false },
  'without a service worker': { serviceWorkers: 'block', isStopped: false },
} as const

type Kind = keyof typeof kinds

/**
 * Compares repeat visits of `/` on slow 4G with a CPU four times slower: with a service worker that has to start, with
 * one that runs, and without one.
 */
export async function repeat(running: Running): Promise<void> {
  const rounds = Number(process.env.ROUNDS ?? 7)
  const portal = await startPortal(running)
  const { user, session } = await signIn(portal)
  const visitor = { session, user: JSON.stringify({ id: user.id, name: user.name }) }
  const origin = await slowOrigin(Number(portal.port))
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })
  const visits = new Map<Kind, Seen[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { serviceWorkers } = kinds[kind]
      const context = await newVisitor(browser, origin, visitor, { viewport: phone, serviceWorkers })
      visits.set(kind, [...(visits.get(kind) ?? []), await visitTwice(context, origin, kinds[kind])])
      await context.close()
    }
  }
  say(`Medians of ${rounds} repeat visits in ms: the HTML is requested, received, the balance visible, first painted`)
  for (const [kind, all] of visits) say(`${kind.padEnd(26)}${medians(all)}`)
}

async function visitTwice(context: BrowserContext, origin: string, kind: (typeof kinds)[Kind]): Promise<Seen> {
  await context.addInitScript(recordTexts, [TEXT])
  const first = await context.newPage()
  await first.goto(origin)
  if (kind.serviceWorkers === 'allow') await first.evaluate(() => navigator.serviceWorker.ready)
  await first.waitForTimeout(UNDISTURBED_MS)
  await first.goto('about:blank')
  if (kind.isStopped) await stopWorkers(context, first)
  const second = await context.newPage()
  await first.close()
  const client = await context.newCDPSession(second)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await second.goto(origin, { waitUntil: 'commit' })
  await second.waitForTimeout(UNDISTURBED_MS)
  return { ...(await second.evaluate(readTimes)), visible: await seenAt(second, TEXT) }
}

async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const client = await context.newCDPSession(page)
  await client.send('ServiceWorker.enable')
  await client.send('ServiceWorker.stopAllWorkers')
}

/** Runs in the page. */
function readTimes() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return {
    requested: navigation?.requestStart ?? 0,
    html: navigation?.responseEnd ?? 0,
    painted: paint?.startTime ?? 0,
  }
}

function medians(all: readonly Seen[]): string {
  return (['requested', 'html', 'visible', 'painted'] as const)
    .map((key) => median(all, key).toFixed(0).padStart(8))
    .join('')
}

/** Returns the address of a slow connection to a port. What the service worker requests is slow too. */
function slowOrigin(port: number): Promise<string> {
  return listenLocally(
    createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
      const server = connect({ port, host: 'localhost', noDelay: true })
      slowDown(client, server, slow4G.uploadThroughput)
      slowDown(server, client, slow4G.downloadThroughput)
      setTimeout(() => client.resume(), slow4G.latency)
    }),
  )
}

/** Passes on what one side sends: after half of a round trip, and no faster than the bytes per second. */
function slowDown(from: Socket, to: Socket, bytesPerSecond: number): void {
  let freeAt = 0
  const afterDelay = (work: () => void) =>
    setTimeout(work, Math.max(0, freeAt + slow4G.latency / 2 - performance.now()))
  from.on('data', (chunk) => {
    freeAt = Math.max(performance.now(), freeAt) + (chunk.length / bytesPerSecond) * 1_000
    afterDelay(() => to.write(chunk))
  })
  from.on('end', () => afterDelay(() => to.end()))
  from.on('error', () => to.destroy())
}
