// `pnpm bench`: what federation costs. The portal and the same sources as one webpack build, side by side on slow 4G with a
// CPU four times slower. Figures of a busy machine mean nothing.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@portal/api/db/open-database'
import { runApi } from '@portal/api/run-api'
import { readSettings } from '@portal/api/settings'
import { buildAll } from '@portal/shared/build/build-all'
import { folderStore } from '@portal/shared/release/folder-store'
import { releasesFrom } from '@portal/shared/release/release-settings'
import { chromium } from 'playwright'
import { createPortalServer } from '../../shell/server/portal-server.ts'
import { followReleases } from '../../shell/server/published.ts'
import { demo, password } from '../fixtures/people.ts'
import { buildAsOne, oneBuildFiles } from './federation/one-build.ts'
import { type Visit, type Visitor, visit } from './federation/visit.ts'

const rounds = Number(process.env.ROUNDS ?? 7)
const port = 4100
const say = (line: string) => process.stdout.write(`${line}\n`)
const log = { info() {}, error: (error: unknown) => say(String(error)) }

await buildAll(say)
const releases = releasesFrom({})
const federated = await followReleases(releases, log)
const one = await buildAsOne(federated.published())

const data = await mkdtemp(join(tmpdir(), 'portal-bench-'))
const database = await openDatabase(undefined, data)
const api = await runApi(
  database.url,
  readSettings({
    PORT: String(port),
    SERVICE_TOKEN: randomBytes(24).toString('hex'),
    PORTAL_DATA: data,
    LOG_LEVEL: 'error',
  }),
  {},
)
const apiUrl = await api.app.listen({ port, host: 'localhost' })
const portals = {
  federated: await createPortalServer({ apiUrl, releases }),
  'one build': await createPortalServer({
    apiUrl,
    releases: { store: folderStore(oneBuildFiles), filesFolder: oneBuildFiles },
    development: { published: one, bundles: [] },
  }),
}
const origins = {
  federated: await portals.federated.listen({ port: port + 1, host: 'localhost' }),
  'one build': await portals['one build'].listen({ port: port + 2, host: 'localhost' }),
}

const visitor = await signIn()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-background-networking'],
})
const visits: Record<keyof typeof origins, Visit[]> = { federated: [], 'one build': [] }
// In turns: whatever slows the machine down slows both.
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['federated', 'one build'] as const)
    visits[name].push(await visit(browser, origins[name], visitor))
}
report()
await browser.close()
await Promise.all(Object.values(portals).map((portal) => portal.close()))
federated.stop()
await api.close()
await database.stop()
await rm(data, { recursive: true })

async function signIn(): Promise<Visitor> {
  const answer = await fetch(`${apiUrl}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'portal', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ phoneNumber: demo.anna.phone, password, _remember_me: false }),
  })
  const { id, name } = await answer.json()
  const session = /session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { session, user: JSON.stringify({ id, name }) }
}

function report(): void {
  const rows: [keyof Visit, string][] = [
    ['content', 'first page: ms to content'],
    ['navigation', 'another remote: ms from click to content'],
    ['scriptBytes', 'bytes of JavaScript'],
    ['requests', 'requests of JavaScript'],
    ['depth', 'depth'],
  ]
  say(`${'median of'.padEnd(28)} ${rounds} visits   federated   one build   ratio`)
  for (const [key, title] of rows) {
    const [ours, theirs] = [median(visits.federated, key), median(visits['one build'], key)]
    const figures = [ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2)]
    say(title.padEnd(42) + figures.map((figure) => figure.padStart(11)).join(' '))
  }
}

function median(all: readonly Visit[], key: keyof Visit): number {
  return all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
}
