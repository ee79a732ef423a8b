import { openMenu } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

// spec: 2.57
test('a tap in the overview switches the restaurant, and a new tip updates its sums', { tag: '@mfe-tips' }, async ({
  page,
  newUser,
  bookTips,
  signInAs,
  expectAccessible,
}) => {
  const user = await newUser('Мария Котова', [
    { restaurant: 'Берег', bank: 'Т-Банк' },
    { restaurant: 'Причал', bank: 'Альфа-Банк', isDefault: true },
  ])
  await bookTips(user, [{ amount: 111 }], 0)
  await bookTips(user, [{ amount: 2000 }, { amount: 222 }], 1)
  await signInAs(user)
  await page.goto('/?period=month')
  const overview = page.getByRole('region', { name: 'Все рестораны' })
  const available = page.getByText('Доступно к выводу').locator('..')
  await expect(available).toContainText(/111\s₽/)
  await expect(overview).toContainText(/2\s333\s₽/)
  await expect(overview.getByRole('listitem')).toHaveText([
    /Берег.*111\s₽.*Т-Банк.*в среднем 111\s₽/,
    /Причал.*2\s222\s₽.*Альфа-Банк.*в среднем 1\s111\s₽/,
  ])
  await expectAccessible(page)

  await overview.getByRole('button', { name: /Причал/ }).click()
  await expect(available).toContainText(/2\s222\s₽/)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(overview.getByRole('button', { name: /Берег/ })).toBeVisible()

  await bookTips(user, [{ amount: 1000 }], 0)
  await expect(overview).toContainText(/3\s333\s₽/)
  await expect(overview.getByRole('button', { name: /Берег/ })).toContainText(/1\s111\s₽/)

  await openMenu(page)
  await expect(page.getByRole('combobox', { name: 'Ресторан' })).toHaveText('Причал')
  await expect(page.getByRole('link', { name: 'Перевод средств' })).toBeVisible()
})

// spec: 2.57
test('nothing shifts when the overview loads late', { tag: '@mfe-tips' }, async ({
  page,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser('Мария Котова', [{}, {}, {}])
  await bookTips(user, [{ amount: 111 }], 0)
  await signInAs(user)
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\/user\/balance(\?|$)/, async (route) => {
    await sent
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Последние чаевые')).toBeVisible()
  await expect(page.getByText('Доступно к выводу').locator('..')).toContainText(/111\s₽/)
  const below = page.getByRole('heading', { name: 'За период' })
  const box = await below.boundingBox()
  send()
  await expect(page.getByRole('region', { name: 'Все рестораны' }).getByRole('listitem')).toHaveCount(3)
  expect(await below.boundingBox()).toEqual(box)
})
