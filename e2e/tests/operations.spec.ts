import { readFile } from 'node:fs/promises'
import { untilLive } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

// spec: 2.32
test('the filter is in the address, and an empty result differs from an empty history', { tag: '@mfe-tips' }, async ({
  page,
  isMobile,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 500, rating: 5, comment: 'Спасибо' }])
  await signInAs(user)
  await page.goto('/billing')
  // It may be after midnight by now.
  await expect(page.getByText(/Сегодня|Вчера/).first()).toBeVisible()
  await page.getByText('Выводы', { exact: true }).click()
  await expect(page.getByText('По фильтру ничего не найдено')).toBeVisible()
  await expect(page).toHaveURL(/\?type=payout$/)
  await page.getByRole('button', { name: 'Сбросить' }).click()
  const row = page.getByRole('button', { name: /\+500/ })
  if (isMobile) {
    await row.click()
    await expect(page.getByRole('dialog').getByText('Спасибо')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } else {
    // The details are beside the list; the keyboard moves there and back.
    await row.press('Enter')
    await expect(page.getByRole('region', { name: 'Чаевые' }).getByText('Спасибо')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(row).toBeFocused()
})

// spec: 2.69
test('pages do not shift while new tips arrive', { tag: '@mfe-tips' }, async ({
  page,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(
    user,
    Array.from({ length: 25 }, (_, index) => ({ amount: 101 + index })),
  )
  await signInAs(user)
  await page.goto('/billing')
  // Excludes the details beside the list.
  const rows = page.getByRole('main').getByRole('button')
  await expect(rows.getByText('+125\u00A0₽')).toBeVisible()
  // Before hydration a link would load its page as a document, with the tips of that moment.
  await untilLive(page)
  await bookTips(user, [{ amount: 999 }])
  await page.getByRole('link', { name: 'Следующая страница' }).click()
  await expect(rows.getByText(/^\+10[1-5]\s₽$/)).toHaveText([
    '+105\u00A0₽',
    '+104\u00A0₽',
    '+103\u00A0₽',
    '+102\u00A0₽',
    '+101\u00A0₽',
  ])
})

// spec: 2.152, 2.153
test('the statement and the certificate are one tap from the home page, and saved as PDF files', {
  tag: ['@mfe-tips', '@phone'],
}, async ({ page, newUser, bookTips, signInAs }) => {
  const user = await newUser('Мария Котова', [{ restaurant: 'Берег' }])
  await bookTips(user, [{ amount: 500 }])
  await signInAs(user)
  await page.goto('/')
  await page.getByRole('link', { name: 'Выписка' }).click()
  for (const [button, name] of [
    ['Скачать выписку', /^Выписка Берег .+\.pdf$/],
    ['Скачать справку', /^Справка о доходах за \d{4} год\.pdf$/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: button }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(name)
    const file = await readFile(await download.path())
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    // Every byte has come as it was sent.
    expect(file.subarray(-6).toString()).toMatch(/^%%EOF\s$/)
    expect(file.includes(Buffer.from([0xff]))).toBe(true)
  }
})
