import type { Page, Route } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

const saved = (page: Page) => page.getByRole('status').getByText('Изменения сохранены')
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })

async function open(page: Page) {
  await page.goto('/profile')
  await expect(page.getByLabel('Имя', { exact: true })).toBeVisible()
}

// spec: 2.92
test('saved values are there after a reload, and the menu shows the new name', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter('Мария Котова', [{ restaurant: 'Берёзка', isDefault: true }]))
  await open(page)
  await page.getByLabel('Имя', { exact: true }).fill('Марина')
  await page.getByLabel('Фамилия').fill('')
  await page.getByLabel('О себе', { exact: true }).fill('Говорю по-английски, люблю вечерние смены')
  await page.getByLabel('На что копите').fill('Отпуск')
  await page.getByLabel('Сумма').fill('50000')
  await save(page).click()
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Имя', { exact: true })).toHaveValue('Марина')
  await expect(page.getByLabel('Фамилия')).toHaveValue('')
  await expect(page.getByLabel('О себе', { exact: true })).toHaveValue('Говорю по-английски, люблю вечерние смены')
  await expect(page.getByLabel('Сумма')).toHaveValue(/^50\s000$/)
  await expect(page.getByRole('progressbar', { name: 'Цель «Отпуск»' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Рестораны' })).toContainText('БерёзкаОсновной сотрудник')
  await openMenu(page)
  await expect(page.getByText('Марина', { exact: true })).toBeVisible()
})

test('the menu shows the new name at once', { tag: '@mfe-settings' }, async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  await open(page)
  await page.getByLabel('Имя', { exact: true }).fill('Марфа')
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
  await openMenu(page)
  await expect(page.getByText('Марфа Котова', { exact: true })).toBeVisible()
})

// spec: 2.94
test('a tip advances the goal', { tag: '@mfe-settings' }, async ({ page, newWaiter, signInAs, bookTips }) => {
  const waiter = await newWaiter()
  await signInAs(waiter)
  await open(page)
  await page.getByLabel('На что копите').fill('Велосипед')
  await page.getByLabel('Сумма').fill('2000')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await bookTips(waiter, [{ amount: 500 }])
  await page.reload()
  await expect(page.getByText('25 %')).toBeVisible()
  await expect(page.getByText(/^500\s₽ из 2\s000\s₽/)).toBeVisible()

  await page.getByLabel('На что копите').fill('')
  await page.getByLabel('Сумма').fill('')
  await save(page).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('a double tap does not choose a tag that appears under the finger', { tag: ['@phone', '@mfe-settings'] }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter())
  await open(page)
  // On a machine that is busy for half a second the double press would become two single ones.
  const doubleClickTakes = (time: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('--double-click', value), time)
  await doubleClickTakes('300s')
  const tag = page.getByRole('option').first()
  await page.getByRole('combobox', { name: 'Языки и роль' }).click()
  await expect(tag).toBeInViewport()
  const { x = 0, y = 0 } = (await tag.boundingBox()) ?? {}
  await page.mouse.click(x + 8, y + 8)
  await expect(page.getByText('Ничего не выбрано')).toBeAttached()
  await doubleClickTakes('0s')
  await tag.click()
  await expect(page.getByText(/^Выбрано: /)).toBeAttached()
})

// spec: 2.93
test('tags are found by typing and chosen by the keyboard', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter())
  await open(page)
  const tags = page.getByRole('combobox', { name: 'Языки и роль' })
  await tags.click()
  await expect(page.getByRole('option')).toHaveCount(5)
  await tags.pressSequentially('АНГ')
  await expect(page.getByRole('option')).toHaveText(['Английский'])
  await page.keyboard.press('Enter')
  await tags.pressSequentially('анг')
  await expect(page.getByText('Не найдено')).toBeVisible()
  await tags.fill('')
  await tags.pressSequentially('офиц')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Убрать: Официант' })).toBeVisible()
  await page.getByRole('button', { name: 'Убрать: Английский' }).click()
  await expect(page.getByRole('button', { name: 'Убрать: Английский' })).toHaveCount(0)
})

const failures: [name: string, respond: (route: Route) => Promise<void>, message: string][] = [
  [
    '422',
    (route) => route.fulfill({ status: 422, json: { code: 'x', message: 'x', errors: { first_name: ['too_long'] } } }),
    'Имя — проверьте, что введено',
  ],
  [
    '429',
    (route) => route.fulfill({ status: 429, json: { code: 'too_often', message: 'x', retry_after: 90 } }),
    'Слишком много попыток. Повторите через 2 минуты',
  ],
  [
    '503',
    (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x' } }),
    'Сервис временно недоступен. Попробуйте через минуту.',
  ],
  ['no response', (route) => route.abort(), 'Нет соединения с интернетом'],
]

for (const [name, fail, message] of failures) {
  test(`${name}: the form stays filled, and the next attempt saves it`, { tag: '@mfe-settings' }, async ({
    page,
    newWaiter,
    signInAs,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/422|429|503|ERR_FAILED/)
    await signInAs(await newWaiter())
    await open(page)
    const isSave = (url: URL) => url.pathname === '/api/v1/user/profile'
    await page.route(isSave, (route) => (route.request().method() === 'PATCH' ? fail(route) : route.continue()))
    await page.getByLabel('Имя', { exact: true }).fill('Марта')
    await save(page).click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel('Имя', { exact: true })).toHaveValue('Марта')

    await page.unroute(isSave)
    await save(page).click()
    await expect(saved(page)).toBeVisible()
  })
}

test('unsaved values survive a reload and a navigation until they are discarded', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter())
  await open(page)
  await page.getByLabel('О себе', { exact: true }).fill('Недописанное')
  await expect(page.getByRole('button', { name: 'Отменить изменения' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('О себе', { exact: true })).toHaveValue('Недописанное')
  await page.getByRole('link', { name: 'Изменить номер' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Смена телефона' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('О себе', { exact: true })).toHaveValue('Недописанное')
  await page.getByRole('button', { name: 'Отменить изменения' }).click()
  await expect(page.getByLabel('О себе', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('О себе', { exact: true })).toHaveValue('')
})

// spec: 6.27
test('a double click saves once, and an invalid form is not saved', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter())
  await open(page)
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves += 1
  })
  await page.getByLabel('Имя', { exact: true }).fill(' ')
  await save(page).click()
  await expect(page.getByText('Введите имя')).toBeVisible()
  await expect(page.getByText('Форма не заполнена.')).toBeVisible()
  expect(saves).toBe(0)

  await page.getByLabel('Имя', { exact: true }).fill('Майя')
  await save(page).dblclick()
  await expect(saved(page)).toBeVisible()
  expect(saves).toBe(1)
})
