import { CommandError, runCommand, say } from '@portal/command/command'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { chromium, type Page } from 'playwright'
import { browserOptions } from '../fixtures/browser-options.ts'
import { demo, password } from '../fixtures/people.ts'

const debuggingPort = 9333

const command = {
  name: 'bench:lighthouse',
  about:
    'Runs Lighthouse on a phone, signed in, against a running portal in demo mode. Figures of a busy machine mean nothing.',
  settings: { PORTAL: 'the portal, http://localhost:3000 unless set' },
}

await runCommand(command, async (_, running) => {
  const portal = process.env.PORTAL ?? 'http://localhost:3000'
  await requirePortal(portal)
  const profile = await temporaryFolder(running, 'lighthouse')
  const options = browserOptions(`--remote-debugging-port=${debuggingPort}`)
  const browser = await chromium.launchPersistentContext(profile, options)
  running.started({ stop: () => browser.close() })
  const page = await browser.newPage()
  await measure(portal, '/login')
  await signIn(page, portal)
  for (const path of ['/', '/billing', '/out']) await measure(portal, path)
})

async function requirePortal(portal: string): Promise<void> {
  const response = await fetch(`${portal}/login`).catch(() => undefined)
  if (!response?.ok) throw new CommandError(`${portal} does not respond: \`npm start\` starts a portal there`)
}

async function signIn(page: Page, portal: string): Promise<void> {
  await page.goto(`${portal}/login`)
  await page.getByLabel('Телефон').fill(demo.anna.phone)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.getByText('Доступно к выводу').waitFor()
  await page.goto('about:blank')
}

async function measure(portal: string, path: string): Promise<void> {
  const { default: lighthouse } = await import('lighthouse')
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
  say(`${path}\n  ${scores.join(', ')}\n  ${figures.join(', ')}`)
  say(`  below 90: ${failed.map(({ id, score }) => `${id} ${score}`).join(', ')}`)
}
