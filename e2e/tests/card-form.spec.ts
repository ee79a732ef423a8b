import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const number = '5100000000000008'

/** Opens another site with the form in a frame; the site prints the messages of the form. */
async function openShop(page: Page, context: BrowserContext, portal = '', site = 'https://shop.example') {
  // Browsers block requests of a public site to this machine, where the portal under test is, without this permission.
  await context.grantPermissions(['local-network-access'], { origin: site })
  await context.route(`${site}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><output></output>
        <iframe src="${portal}/cards/card-form" title="Card" width="340" height="500"></iframe>
        <script>
          addEventListener('message', ({ origin, data }) => {
            if (origin === '${portal}') document.querySelector('output').textContent += JSON.stringify(data)
          })
        </script>`,
    }),
  )
  await page.goto(`${site}/`)
  return { frame: page.frameLocator('iframe'), messages: page.locator('output') }
}

// spec: 2.17, 2.112
test('an allowed site gets a token and a mask without a session, and never the number', {
  tag: '@mfe-settings',
}, async ({ page, context, baseURL }) => {
  const { frame, messages } = await openShop(page, context, baseURL)
  await frame.getByLabel('Номер карты').fill(number)
  await expect(frame.getByText('Mastercard', { exact: true })).toBeVisible()
  await frame.getByRole('button', { name: 'Продолжить' }).click()
  await expect(frame.getByText('5100 •••• •••• 0008')).toBeVisible()
  await expect(messages).not.toBeEmpty()
  const message = JSON.parse((await messages.textContent()) ?? '')
  expect(message).toEqual({
    type: 'card-token',
    token: expect.stringMatching(/^card_/),
    mask: '5100 •••• •••• 0008',
    network: 'mastercard',
  })
})

// spec: 2.112
test('a site that is not allowed cannot frame the form', { tag: '@mfe-settings' }, async ({
  page,
  context,
  baseURL,
  allowedConsole,
}) => {
  // The browser also blocks the report about it that the other site sends to the portal.
  allowedConsole.patterns.push(/frame-ancestors|Framing|NotSameOrigin/)
  const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  const { frame } = await openShop(page, context, baseURL, 'https://other.example')
  await blocked
  await expect(frame.getByLabel('Номер карты')).toHaveCount(0)
})
