// `pnpm --filter @portal/e2e bench`: Lighthouse on a phone, signed in, against a running portal in demo mode (PORTAL,
// http://localhost:3000 unless said). Figures of a busy machine mean nothing.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { demo, password } from '../fixtures/people.ts'

const portal = process.env.PORTAL ?? 'http://localhost:3000'
const debuggingPort = 9333

const profile = await mkdtemp(join(tmpdir(), 'portal-lighthouse-'))
const browser = await chromium.launchPersistentContext(profile, {
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [`--remote-debugging-port=${debuggingPort}`, '--no-sandbox', '--disable-background-networking'],
})
const page = await browser.newPage()

async function measure(path: string): Promise<void> {
  const result = await lighthouse(portal + path, {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: true,
  })
  const { categories = {}, audits = {} } = result?.lhr ?? {}
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`)
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  const figures = times.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`)
  const failed = Object.values(audits).filter(({ score, id }) => score !== null && score < 0.9 && !times.includes(id))
  process.stdout.write(`${path}\n  ${scores.join(', ')}\n  ${figures.join(', ')}\n`)
  process.stdout.write(`  below 90: ${failed.map(({ id, score }) => `${id} ${score}`).join(', ')}\n`)
}

await measure('/login')
await page.goto(`${portal}/login`)
await page.getByLabel('Телефон').fill(demo.anna.phone)
await page.getByLabel('Пароль', { exact: true }).fill(password)
await page.getByRole('button', { name: 'Войти' }).click()
await page.getByText('Доступно к выводу').waitFor()
await page.goto('about:blank')
for (const path of ['/', '/billing', '/out']) await measure(path)

await browser.close()
await rm(profile, { recursive: true })
