import { ApiError } from '@portal/shared/http/api-error'
import { noteFailover } from '@portal/shared/http/failover'
import { checkNetwork } from '@portal/shared/http/online'
import { loseNetwork, restoreNetwork } from '@portal/shared/testing/http-stub'
import { cardTerms, mir, sbpTerms } from '@portal/shared/testing/payout-ways'
import { listenWhile } from '@portal/shared/testing/screen-reader'
import { seenText } from '@portal/shared/testing/seen-text'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { choose, factText, openPage, reasonBeside, typeAmount } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

// spec: 2.72, 2.76
test('selects the default method and shows what an amount costs', async () => {
  const { user } = openPage(Component, '/out')
  const box = await screen.findByRole('combobox', { name: 'Куда' })
  expect(seenText(box)).toBe('Мир •• 1234Комиссия 1,5 %, не меньше 15 ₽, до 30 минут')
  await typeAmount(user, '1000')
  expect(factText('Комиссия')).toBe('15 ₽')
  expect(factText('Придёт')).toBe('985 ₽')
  expect(factText('Срок')).toBe('до 30 минут')
  expect(seenText(box)).toBe('Мир •• 1234Комиссия 15 ₽, до 30 минут')
  await user.click(box)
  const options = await screen.findAllByRole('option')
  expect(options.map(seenText)).toEqual([
    'Мир •• 1234Комиссия 15 ₽, до 30 минут',
    'СБП · Т-Банк · •• 67Без комиссии, до минуты',
  ])
  await user.click(options[1] as HTMLElement)
  expect(factText('Комиссия')).toBe('0 ₽')
  expect(factText('Срок')).toBe('до минуты')
})

// spec: 2.74, 2.78
test('the button names the amount, what arrives stands beside it, and a press asks for the code', async ({
  server,
}) => {
  const { user } = openPage(Component, '/out')
  const heard = await listenWhile(() => typeAmount(user, '700'))
  expect(heard.join()).not.toContain('Придёт')
  const button = screen.getByRole('button', { name: /^Вывести 700\s₽$/ })
  expect(reasonBeside(button)).toBe('Придёт 685 ₽, дальше — код')
  await user.click(button)
  const sheet = within(await screen.findByRole('dialog'))
  const code = await sheet.findByLabelText('Код из СМС')
  await waitFor(() => expect(code).toHaveFocus())
  expect(sheet.getByText(/^Придёт 685\s₽:$/)).toBeVisible()
  expect(server.codesFor).toEqual([{ kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, fee: 15 }])
})

// spec: 11.14
test('shows what the restaurant pays of the fee, from the amount to the confirmation', async ({ server }) => {
  server.terms = [{ ...cardTerms, fee: { percent: 0.9, fixed: 0, min: 9 }, whole_fee: cardTerms.fee }, sbpTerms]
  const { user } = openPage(Component, '/out')
  await screen.findByText('Ваша часть комиссии')
  expect([factText('Ваша часть комиссии'), factText('Ресторан платит')]).toEqual(['—', '—'])
  await typeAmount(user, '1000')
  expect(factText('Ваша часть комиссии')).toBe('9 ₽')
  expect(factText('Ресторан платит')).toBe('6 ₽')
  expect(factText('Придёт')).toBe('991 ₽')
  await user.click(screen.getByRole('button', { name: /^По СБП\s— 0\s₽\. Сменить$/ }))
  expect(screen.queryByText('Ресторан платит')).toBeNull()
  expect(factText('Комиссия')).toBe('0 ₽')

  await choose(user, /Мир/)
  openPage(Component, '/out?amount=all')
  const sheet = within(await screen.findByRole('dialog'))
  expect(seenText(sheet.getByText('Ваша часть комиссии').parentElement)).toBe('Ваша часть комиссии11,25 ₽')
  expect(seenText(sheet.getByText('Ресторан платит').parentElement)).toBe('Ресторан платит7,50 ₽')
})

// spec: 2.38, 2.77
test.for([
  ['50', '', 'Минимальная сумма — 100 ₽'],
  ['1251', 'На балансе только 1 250 ₽', 'Проверьте сумму'],
  ['75001', 'Максимум за раз — 75 000 ₽', 'Проверьте сумму'],
] as const)('%s: the field shows «%s», and the disabled button «%s»', async ([amount, error, reason]) => {
  const { user } = openPage(Component, '/out')
  const field = await screen.findByLabelText('Сумма')
  const heard = await listenWhile(() => typeAmount(user, amount))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ })
  expect(button.disabled).toBe(true)
  expect(reasonBeside(button)).toBe(reason)
  expect(field).toHaveAccessibleDescription(new RegExp(`^${error.replaceAll(' ', '\\s')}$`))
  if (error) expect(field).toBeInvalid()
  else expect(field).toBeValid()
  // Only one of the two is announced. The library also reports a region that becomes empty, which nobody hears.
  expect(heard.filter((phrase) => phrase !== 'polite: ').at(-1)).toBe(`polite: ${error || reason}`)
  expect(heard.filter((phrase) => error && phrase.includes(reason))).toEqual([])
})

// spec: 2.76
test.for(['50', '75001', '1251'])('%s costs nothing: it cannot be withdrawn', async (amount) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, amount)
  expect(factText('Комиссия')).toBe('—')
  expect(screen.queryByText('Придёт')).toBeNull()
})

// spec: 2.75
test('«Всё» on a balance above the limit of a payout names the limit and what happens to the rest', async ({
  server,
}) => {
  server.balance = 120_000
  const { user } = openPage(Component, '/out')
  await user.click(await screen.findByRole('radio', { name: 'Всё' }))
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('75\u00A0000')
  const note = screen.getByText(/^За раз можно вывести не больше/)
  expect(seenText(note)).toMatch(/75 000 ₽\. Остальные 45 000 ₽ — следующим выводом$/)
  expect(note).toHaveAttribute('role', 'status')
  await typeAmount(user, '500')
  expect(note).toBeEmptyDOMElement()
})

// spec: 2.74
test('«Всё» takes the whole rubles of the balance', async ({ server }) => {
  server.balance = 1250.99
  const { user } = openPage(Component, '/out')
  await user.click(await screen.findByRole('radio', { name: 'Всё' }))
  expect(seenText(screen.getByText(/^Выводим целыми рублями/))).toContain('На балансе останется 0,99 ₽')
  expect(factText('Придёт')).toBe('1 231,25 ₽')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ }).disabled).toBe(false)
})

// spec: 2.192
test('opens the confirmation of the whole balance where that was tapped, and the filled form behind it', async () => {
  const { user } = openPage(Component, '/out?amount=all')
  const sheet = within(await screen.findByRole('dialog'))
  expect(seenText(sheet.getByText('Сумма').parentElement)).toBe('Сумма1 250 ₽')
  expect(factText('Куда')).toBe('Мир •• 1234')
  await user.click(sheet.getByRole('button', { name: 'Изменить' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('1\u00A0250')
  // Simulates a reload at the address of the form.
  await typeAmount(user, '500')
  openPage(Component, location.pathname + location.search)
  expect((await screen.findByLabelText<HTMLInputElement>('Сумма')).value).toBe('500')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// spec: 2.75, 2.192
test('the confirmation of the whole balance says why it is not all, and changes to the way without a fee', async ({
  server,
}) => {
  server.balance = 32_967.5
  const card = { binding_id: 'b1', max: 10_000, day_limit_left: 10_000, reason: 'карта добавлена недавно' }
  server.terms = [{ ...cardTerms, new_bindings: [{ ...card, until: '2026-11-30T17:12:00Z' }] }, sbpTerms]
  const { user } = openPage(Component, '/out?amount=all')
  const sheet = within(await screen.findByRole('dialog'))
  expect(seenText(sheet.getByText(/^Пока можно вывести/))).toBe(
    'Пока можно вывести 10 000 ₽: карта добавлена недавно. Остальные 22 967,50 ₽ — после 30.11.2026, 20:12',
  )
  expect(factText('Придёт')).toBe('9 850 ₽')
  await user.click(sheet.getByRole('button', { name: /^По СБП\s— 0\s₽\. Сменить$/ }))
  expect(factText('Куда')).toBe('СБП · Т-Банк · •• 67')
  expect(factText('Придёт')).toBe('32 967 ₽')
  expect(seenText(sheet.getByText(/^Выводим целыми рублями/))).toContain('На балансе останется 0,50 ₽')
  expect(sheet.queryByText(/Сменить/)).toBeNull()
  expect(screen.getByRole('dialog')).toHaveFocus()
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('32\u00A0967')
  await user.click(sheet.getByRole('button', { name: 'Получить код' }))
  expect(await screen.findByText(/^Придёт 32\s967\s₽:$/)).toBeVisible()
  expect(server.codesFor).toEqual([{ kind: 'payout', rest_id: 'berezka', binding_id: 'b2', amount: 32_967, fee: 0 }])
})

// spec: 2.75
test.for([
  ['«Всё»', '10000', '12 480'],
  ['another amount', '9999', '9 999'],
] as const)('a change of the way keeps %s, and moves the focus to the way', async ([, amount, changed], { server }) => {
  server.balance = 12_480
  server.terms = [{ ...cardTerms, max: 10_000 }, sbpTerms]
  const { user } = openPage(Component, '/out')
  await typeAmount(user, amount)
  await user.click(screen.getByRole('button', { name: /^По СБП\s— 0\s₽\. Сменить$/ }))
  expect(screen.getByRole('combobox', { name: 'Куда' })).toHaveFocus()
  const field = screen.getByLabelText<HTMLInputElement>('Сумма')
  expect(field.value.replace('\u00A0', ' ')).toBe(changed)
  await choose(user, /Мир/)
  expect(field.value.replace('\u00A0', ' ')).toBe(amount === '10000' ? '10 000' : changed)
})

// spec: 2.74
test('offers only sums that can be sent, all of them first', async ({ server }) => {
  const offered = () => screen.queryAllByRole('radio').map((radio) => seenText(radio.parentElement))
  openPage(Component, '/out')
  await screen.findByLabelText('Сумма')
  expect(offered()).toEqual(['Всё', '500 ₽', '1 000 ₽'])
  server.balance = 99
  openPage(Component, '/out')
  await screen.findByLabelText('Сумма')
  expect(offered()).toEqual([])
})

// spec: 2.72
test('links a user without a phone of СБП to the way without a fee', async ({ server }) => {
  server.methods = [mir]
  openPage(Component, '/out')
  const link = await screen.findByRole('link', { name: /^По СБП\s— 0\s₽\. Добавить телефон$/ })
  expect(link).toHaveAttribute('href', '/settings/sbp-phones/add')
})

// spec: 2.192
test('shows in the form why the whole balance cannot be withdrawn', async ({ server }) => {
  server.balance = 50
  openPage(Component, '/out?amount=all')
  const button = await screen.findByRole('button', { name: /^Вывести/ })
  expect(reasonBeside(button)).toBe('Минимальная сумма — 100 ₽')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// spec: 2.72
test('shows why a method is closed, and selects another one', async ({ server }) => {
  server.terms = [{ ...cardTerms, enabled: false, disabled_reason: 'Карты временно недоступны' }, sbpTerms]
  const { user } = openPage(Component, '/out')
  const box = await screen.findByRole('combobox', { name: 'Куда' })
  expect(seenText(box)).toContain('СБП · Т-Банк · •• 67')
  await user.click(box)
  const card = await screen.findByRole('option', { name: /Мир/ })
  expect(seenText(card)).toBe('Мир •• 1234Карты временно недоступны')
  expect(card).toHaveAttribute('aria-disabled', 'true')
})

// spec: 2.83
test('links to adding a method when there is none', async ({ server }) => {
  server.methods = []
  openPage(Component, '/out')
  expect(await screen.findByText('Добавьте карту или телефон СБП')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Добавить' }).getAttribute('href')).toBe('/settings/payout-methods')
})

// spec: 2.30
test('leaves what was typed while offline, and shows that', async () => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  loseNetwork()
  expect(await screen.findByText('Кнопка заработает, когда появится интернет')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ }).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
  restoreNetwork()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ }).disabled).toBe(false))
})

// spec: 2.30
test('closes nothing while requests arrive, whatever the browser says of the network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  act(() => void dispatchEvent(new Event('offline')))
  await act(checkNetwork)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ }).disabled).toBe(false)
  expect(screen.queryByText('Кнопка заработает, когда появится интернет')).toBeNull()
})

// spec: 2.38
test('waits while the database changes its primary, and opens again by itself', async () => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  act(() => noteFailover(new ApiError(503, { code: 'database_failover', message: '' })))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ }).disabled).toBe(true)
  expect(screen.getByText(/^У нас небольшая заминка/)).toBeDefined()
  // The balance is requested again, and the primary serves it.
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Вывести/ }).disabled).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
})
