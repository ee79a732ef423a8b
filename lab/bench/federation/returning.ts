import { rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { compressFiles } from '@portal/platform/bundler/write-release'
import { type Registry, released } from '@portal/platform/releases/registry'
import { distFolder } from '@portal/platform/releases/release-settings'
import { changeRegistry, readRegistry } from '@portal/platform/releases/releases'
import { folderStore } from '@portal/platform/releases/stores/folder-store'
import { createRenderer } from '@portal/platform/rendering/renderer'
import { createPortalServer } from '@portal/platform/server/portal-server'
import { browserOptions } from '../../../e2e/fixtures/browser-options.ts'
import { createPatchedCopy } from '../../../e2e/releases/patched-copy.ts'
import { first, newSlowPage, newVisitor, seenAt, type Visitor, watchTexts } from './visit.ts'

const visits = ['the first', 'the next evening', 'after a release of the shell', 'after a release of all'] as const
type Loaded = { content: number; bytes: number }
type Loads = Record<(typeof visits)[number], Loaded[]>

/**
 * After this time without a request the page, what it loads in the background,
 * and the service worker have all that they need.
 */
const idleMs = 3_000

/** Compares the first visit of a browser with later ones. */
export async function compareReturns(running: Running, apiUrl: string, visitor: Visitor, rounds: number) {
  const store = folderStore(await temporaryFolder(running, 'returning'))
  const names: Registry['names'] = {}
  for (const [name, { current }] of Object.entries((await readRegistry(folderStore(distFolder))).names)) {
    // Earlier builds are not part of it.
    names[name] = { current, history: [] }
    await store.putRelease(name, current.version, join(distFolder, 'releases', name, current.version))
  }
  const ofShell = await releaseCopies(store, names, ['shell'])
  const ofAll = await releaseCopies(store, ofShell, Object.keys(names))

  const putLive = (live: Registry['names']) => changeRegistry(store, 'bench', () => live)
  await putLive(names)
  const portal = await createPortalServer({ apiUrl, releases: store, createRenderer })
  running.started({ stop: () => portal.close() })
  const origin = await portal.listen({ port: 0, host: 'localhost' })
  const sent = countBytes(portal.server)

  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })
  const loads = Object.fromEntries(visits.map((visit): [string, Loaded[]] => [visit, []])) as Loads

  for (let round = 0; round < rounds; round += 1) {
    const context = await newVisitor(browser, origin, visitor, { serviceWorkers: 'allow' })
    const lives = [names, names, ofShell, ofAll]
    for (const [index, visit] of visits.entries()) {
      const { sequence } = await putLive(lives[index] ?? names)
      await untilLive(origin, sequence)
      loads[visit].push(await load(context, origin, sent))
    }
    await context.close()
  }
  report(loads, rounds)
}

/** Stores copies of live releases with a changed text each, and returns the registry in which they are current. */
async function releaseCopies(store: ReturnType<typeof folderStore>, names: Registry['names'], changed: string[]) {
  let live = names
  for (const name of changed) {
    const { version = '' } = names[name]?.current ?? {}
    const copy = await createPatchedCopy(join(store.filesFolder, name, version), {
      file: (release) => (name === 'shell' ? 'main.js' : release.entry),
      to: (text) => `${text}/* Another release */`,
    })
    await compressFiles(copy.folder)
    await store.putRelease(name, copy.release.version, copy.folder)
    await rm(copy.folder, { recursive: true })
    live = released(live, name, copy.pointer)
  }
  return live
}

async function untilLive(origin: string, sequence: number): Promise<void> {
  for (;;) {
    const live = await (await fetch(`${origin}/registry.json`)).json()
    if (live.sequence === sequence) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Opens the first page in a new tab. Returns the time to its content,
 * and what the portal sends until nothing more is requested.
 */
async function load(context: BrowserContext, origin: string, sent: () => number): Promise<Loaded> {
  const before = sent()
  const { page } = await newSlowPage(context)
  await page.addInitScript(watchTexts, [first.text])
  await page.goto(origin + first.path, { waitUntil: 'commit' })
  const content = await seenAt(page, first.text)
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (let last = -1; last !== sent(); ) {
    last = sent()
    await page.waitForTimeout(idleMs)
  }
  await page.close()
  return { content, bytes: sent() - before }
}

/** Counts what a server sends on all its connections, with the headers of the responses. */
function countBytes(server: Server): () => number {
  const open = new Set<Socket>()
  let ended = 0
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      ended += socket.bytesWritten
    })
  })
  return () => [...open].reduce((sum, { bytesWritten }) => sum + bytesWritten, ended)
}

function report(loads: Loads, rounds: number): void {
  say(`\nMedians of ${rounds}`.padEnd(44) + ['ms to content', 'bytes'].map(column).join(' '))
  for (const [visit, of] of Object.entries(loads)) {
    const median = (key: keyof Loaded) =>
      percentile(
        of.map((one) => one[key]),
        0.5,
      )
    say(
      `visit ${visit}`.padEnd(42) + [median('content'), median('bytes')].map((one) => column(one.toFixed(0))).join(' '),
    )
  }
}

function column(text: string): string {
  return text.padStart(13)
}
