import type { Page } from '@playwright/test'
import { withdrawButton } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/yookassa-portal.ts'

// Restaurants that are paid by ЮKassa: its form reads the card's number, in a document of its own.

const number = '2200 1234 5678 9019'
const frame = (page: Page) => page.frameLocator('iframe[title="Данные карты"]')

async function openForm(page: Page) {
  await page.goto('/settings/cards/add')
  await page.getByLabel(/Название/).fill('Зарплатная')
  await page.getByRole('button', { name: 'Ввести номер карты' }).click()
  await expect(page).toHaveURL('/cards/card-form/yookassa')
}

async function readCard(page: Page, typed = number) {
  await frame(page).getByLabel('Номер карты').fill(typed)
  await frame(page).getByRole('button', { name: 'Сохранить карту' }).click()
}

async function confirm(page: Page, code: () => Promise<string>) {
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await code())
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
}

// spec: 2.124
test('a card is added by the provider’s form and paid to, and its number reaches nothing of the portal', {
  tag: '@mfe-settings',
}, async ({ page, newUser, bookTips, signInAs, readCode, double, baseURL }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(baseURL ?? '')) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const earlierPayouts = double.store.all().length
  const user = await newUser()
  await bookTips(user, [{ amount: 1250 }])
  await signInAs(user)
  await page.goto('/settings/payout-methods')
  await openForm(page)
  await readCard(page)
  await expect(page).toHaveURL('/settings/cards/add')
  await expect(page.getByText('2200 •••• •••• 9019')).toBeVisible()
  await expect(page.getByLabel(/Название/)).toHaveValue('Зарплатная')
  await confirm(page, () => readCode(user.phone))
  await expect(page.getByText('Карта добавлена')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Мир •• 9019' })).toContainText('Зарплатная')
  // Neither document of the card form is left in the history.
  await page.goBack()
  await expect(page).toHaveURL('/settings/payout-methods')

  await page.goto('/out')
  await page.getByLabel('Сумма').fill('500')
  await page.getByRole('button', { name: /^Вывести \d/ }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  await withdrawButton(page).click()
  await expect(page.getByRole('list', { name: 'Выводы' }).getByText('Выплачено')).toBeVisible()
  expect(double.store.all().slice(earlierPayouts)).toMatchObject([
    { status: 'succeeded', payout_destination: { type: 'bank_card', card: { first6: '220012', last4: '9019' } } },
  ])
  expect(sent.filter((text) => /22001234|345678|56789019/.test(text.replaceAll(' ', '')))).toEqual([])
})

// spec: 2.125
test('the script of the provider calls nothing of the portal, and opens none of its pages', {
  tag: '@mfe-settings',
}, async ({ page, newUser, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(
    /Content Security Policy|Content-Security-Policy|sandbox|Blocked|Failed to fetch|sessionStorage/,
  )
  await signInAs(await newUser())
  await page.route('**/widget.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        const tried = {}
        const frame = document.createElement('iframe')
        frame.src = '/settings'
        document.body.append(frame)
        const other = document.createElement('script')
        other.src = '/manifest.webmanifest'
        other.onerror = () => { tried.script = 'blocked' }
        document.body.append(other)
        tried.window = window.open('/settings') === null ? 'blocked' : 'opened'
        fetch('/api/v1/session/bootstrap', { headers: { 'X-Requested-With': 'portal' } })
          .then(() => { tried.call = 'sent' }, () => { tried.call = 'blocked' })
        window.tried = tried`,
    }),
  )
  await openForm(page)
  await expect
    .poll(() => page.evaluate(() => (window as { tried?: object }).tried))
    .toEqual({ script: 'blocked', window: 'blocked', call: 'blocked' })
  // The page of a frame that was refused comes after the calls.
  await expect.poll(() => page.frames().map((one) => one.url())).not.toContain('')
  expect(page.frames().map((one) => new URL(one.url()).pathname)).not.toContain('/settings')
  expect(page.context().pages()).toHaveLength(1)
})

test('the form of the provider is readable and usable in both themes', { tag: ['@phone', '@mfe-settings'] }, async ({
  page,
  newUser,
  signInAs,
  expectAccessible,
  expectReadable,
}) => {
  await signInAs(await newUser())
  await openForm(page)
  await expect(frame(page).getByLabel('Номер карты')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page)
  await page.reload()
  await expect(frame(page).getByLabel('Номер карты')).toHaveCSS('color', 'rgb(243, 241, 236)')
  await readCard(page, '2200 1234 5678 0003')
  await expect(page.getByRole('alert')).toHaveText('ЮKassa сейчас не отвечает. Повторите через минуту.')
  await expectAccessible(page)
})
