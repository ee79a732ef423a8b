import { chromium } from '@playwright/test'

const base = 'http://localhost:3821'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const only = process.argv.slice(2)
for (const [w, h] of [
  [360, 780],
  [768, 1000],
  [1280, 900],
])
  for (const scheme of ['light', 'dark']) {
    if (only.length && !only.includes(`${w}${scheme}`)) continue
    const ctx = await browser.newContext({
      viewport: { width: w, height: h },
      colorScheme: scheme,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      storageState: globalThis.state,
    })
    const page = await ctx.newPage()
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(w, scheme, m.text()))
    page.on('pageerror', (e) => console.log('PE', e))
    if (!globalThis.state) {
      await page.goto(base + '/login')
      await page.getByLabel('Телефон').fill('+79000000001')
      await page.getByLabel('Пароль', { exact: true }).fill('demo-Chaevye-1')
      await page.getByRole('button', { name: 'Войти' }).click()
      await page.getByRole('heading', { level: 1, name: 'Чаевые' }).waitFor()
      globalThis.state = await ctx.storageState()
    }
    for (const path of ['/profile', '/settings', '/settings/phone', '/settings/password', '/settings/sessions']) {
      await page.goto(base + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(700)
      await page.screenshot({ path: `/tmp/shots/${path.replaceAll('/', '_')}-${w}-${scheme}.png`, fullPage: true })
    }
    await ctx.close()
  }
await browser.close()
