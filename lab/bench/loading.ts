import { randomBytes } from 'node:crypto'
import { chromium } from '@playwright/test'
import { openDatabase } from '@portal/api/db/open-database'
import { runApi } from '@portal/api/run-api'
import { readSettings } from '@portal/api/settings/settings'
import { type Running, say, temporaryFolder } from '@portal/command/command'
import { median } from '@portal/command/percentile'
import { releaseStoreFrom } from '@portal/platform/releases/release-settings'
import { createRenderer } from '@portal/platform/rendering/renderer'
import { startLiveReleases } from '@portal/platform/server/releases/live-releases'
import { createPortalBesideApi } from '@portal/platform/server/serve-portal'
import { browserOptions } from '../../e2e/fixtures/browser-options.ts'
import { demo, password } from '../../e2e/fixtures/users.ts'
import { type Visit, type Visitor, visit } from './federation/visit.ts'
import { compareRendering } from './rendering/compare-rendering.ts'

const log = { info() {}, error: (error: unknown) => say(String(error)) }

/**
 * Compares first visits on slow 4G with a CPU four times slower: pages that the server renders with pages that the
 * browser renders, and the portal with one webpack build of the same sources.
 */
export async function loading(running: Running): Promise<void> {
  const { started } = running
  const rounds = Number(process.env.ROUNDS ?? 7)
  const { buildAll } = await import('@portal/platform/releases/build-all')
  await buildAll(say)
  const releases = releaseStoreFrom({})
  const federated = await startLiveReleases(releases, log)
  started(federated)
  const { buildAsOne } = await import('./federation/one-build.ts')
  const { createOneBuildPortal } = await import('./federation/one-build-portal.ts')
  const one = await buildAsOne(federated.published())

  const apiUrl = await startApi(running)
  const portals = {
    federated: await createPortalBesideApi({ apiUrl: () => apiUrl }, { releases, createRenderer }),
    frames: await createPortalBesideApi({ apiUrl: () => apiUrl }, { releases }),
    'one build': await createOneBuildPortal(apiUrl, one),
  }
  for (const portal of Object.values(portals)) started({ stop: () => portal.close() })
  const listen = (name: keyof typeof portals) => portals[name].listen({ port: 0, host: 'localhost' })
  const origins = {
    federated: await listen('federated'),
    frames: await listen('frames'),
    'one build': await listen('one build'),
  }

  const visitor = await signIn(apiUrl)
  const browser = await chromium.launch(browserOptions())
  started({ stop: () => browser.close() })
  await compareRendering(browser, { rendered: origins.federated, frames: origins.frames }, visitor, rounds)

  const visits: Visits = { federated: [], 'one build': [] }
  // The two take turns, so that a slow machine slows both.
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['federated', 'one build'] as const)
      visits[name].push(await visit(browser, origins[name], visitor))
  }
  report(visits, rounds)
}

type Visits = Record<'federated' | 'one build', Visit[]>

/** Starts the API with its database, and returns its URL. */
async function startApi(running: Running): Promise<string> {
  const { started } = running
  const data = await temporaryFolder(running, 'bench')
  const SERVICE_TOKEN = randomBytes(24).toString('hex')
  const settings = readSettings({ PORT: '4100', SERVICE_TOKEN, PORTAL_DATA: data, LOG_LEVEL: 'error' })
  const database = started(await openDatabase(settings, data))
  const api = await runApi(database, settings, {})
  started({ stop: () => api.close() })
  return await api.app.listen({ port: 0, host: 'localhost' })
}

async function signIn(apiUrl: string): Promise<Visitor> {
  const response = await fetch(`${apiUrl}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'portal', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ phoneNumber: demo.anna.phone, password, _remember_me: false }),
  })
  const { id, name } = await response.json()
  const session = /session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { session, user: JSON.stringify({ id, name }) }
}

function report(visits: Visits, rounds: number): void {
  const rows: [keyof Visit, string][] = [
    ['content', 'first page: ms to content'],
    ['live', 'first page: ms until it is live'],
    ['navigation', 'another remote: ms from click to content'],
    ['scriptBytes', 'bytes of JavaScript'],
    ['requests', 'requests of JavaScript'],
    ['depth', 'depth'],
  ]
  say(`\n${'median of'.padEnd(28)} ${rounds} visits   federated   one build   ratio`)
  for (const [key, title] of rows) {
    const [ours, theirs] = [median(visits.federated, key), median(visits['one build'], key)]
    const figures = [ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2)]
    say(title.padEnd(42) + figures.map((figure) => figure.padStart(11)).join(' '))
  }
}
