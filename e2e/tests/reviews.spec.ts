import { readFile } from 'node:fs/promises'
import { untilLive } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

// spec: 2.154, 2.155, 2.156
test('a user reads reviews of guests, filters them by words, and shares a good one', { tag: '@mfe-tips' }, async ({
  page,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(user, [
    { amount: 1_250, rating: 5, comment: 'Чудесный вечер' },
    { amount: 700, rating: 2 },
    { amount: 300 },
  ])
  await signInAs(user)
  await page.goto('/')
  await page.getByRole('link', { name: 'Отзывы гостей' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Отзывы' })).toBeVisible()

  const reviews = page.getByRole('list', { name: 'Отзывы гостей' }).getByRole('listitem')
  await expect(reviews).toHaveCount(2)
  await expect(reviews.getByRole('link', { name: /700/ })).toBeVisible()
  const average = page.getByRole('region', { name: 'Средняя оценка' })
  await expect(average).toContainText(/3,5.*2\s*оценки/)
  // The low rating came without words.
  await expect(average.getByText('1\u00A0хороший отзыв', { exact: true })).toBeVisible()

  await page.getByText('С комментарием', { exact: true }).click()
  await expect(reviews).toHaveCount(1)
  await page.reload()
  await untilLive(page)
  await expect(page.getByRole('radio', { name: 'С комментарием' })).toBeChecked()
  await expect(reviews).toHaveCount(1)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    reviews.getByRole('button', { name: 'Поделиться' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Отзыв гостя.png')
  const picture = await readFile(await download.path())
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1080])

  await reviews.getByRole('link', { name: /^Чаевые/ }).click()
  await expect(page).toHaveURL(/\/billing\?q=\d+$/)
  await expect(page.getByRole('main').getByText('+1\u00A0250\u00A0₽').first()).toBeVisible()
})
