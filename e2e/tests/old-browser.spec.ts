import { expect, test } from '../fixtures.ts'

const addresses = ['/', '/login', '/out', '/cards/card-form']

test.describe('without scripts', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false })

  test('every page shows in Russian what to do', async ({ page }) => {
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Включите JavaScript')
      await expect(page.getByRole('main')).toContainText('Samsung Internet до версии 21')
      await expect(page.locator('#root')).toBeHidden()
    }
  })
})

test('an unsupported browser shows in Russian what to do', { tag: '@phone' }, async ({
  page,
  allowedConsole,
  expectAccessible,
}) => {
  // The shell of an unsupported browser does not start.
  allowedConsole.patterns.push(/portal is not defined|has no #root/)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'MathMLElement'))
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обновите браузер')
    await expect(page.getByText('iOS 16.4')).toBeVisible()
    await expect(page.locator('#root')).toHaveCount(0)
  }
  await expectAccessible(page)
})

for (const [address, script] of [
  ['/', 'main.js'],
  ['/login', 'entry-pages.js'],
] as const) {
  test(`${address} is neither blank nor dead when ${script} does not load`, { tag: '@phone' }, async ({
    page,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/Failed to load|integrity|blocked/)
    await page.route(`**/releases/shell/*/${script}*`, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Портал не открылся' })).toBeVisible()
    await expect(page.locator('#root')).toBeHidden()
    await page.unroute(`**/releases/shell/*/${script}*`)
    await page.getByRole('link', { name: 'Открыть портал ещё раз' }).click()
    await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  })
}
