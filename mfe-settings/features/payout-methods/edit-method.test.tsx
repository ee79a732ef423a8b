import { updateCard } from '@portal/contracts/bank-card'
import type { PayoutMethod } from '@portal/contracts/payout-method'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { Component as EditCardPage } from './edit-card-page.tsx'
import { Component as EditSbpPhonePage } from './edit-sbp-phone-page.tsx'
import { testCard, testPhone } from './testing/methods-server.ts'
import { enterCode, openPage, test, toasts } from './testing/open-methods.ts'

const cardPage = ['/settings/cards/card-2/edit', '/settings/cards/:id/edit'] as const
const phonePage = ['/settings/sbp-phones/phone-1/edit', '/settings/sbp-phones/:id/edit'] as const
const card = testCard({ id: 'card-2', is_default: false, label: 'Старая' })

// spec: 2.9
test('changes the label and makes the card the default; leaves its number masked', async ({ server }) => {
  server.methods = [card]
  const { user } = openPage(EditCardPage, ...cardPage)
  expect(await screen.findByText('2200 •••• •••• 1234')).toBeVisible()
  const label = screen.getByLabelText(/Название/)
  await user.clear(label)
  await user.type(label, 'Новая')
  await user.click(screen.getByLabelText('Сделать основным способом вывода'))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))
  expect(toasts()).toEqual(['Сохранено'])
  expect(server.changes).toEqual([{ label: 'Новая', is_default: true }])
})

test('leaves a user who has gone elsewhere before the response came where they are', async ({ server }) => {
  server.methods = [card]
  const response = Promise.withResolvers<typeof card>()
  stub(updateCard, () => response.promise)
  history.replaceState(null, '', '/billing')
  history.pushState(null, '', '/settings/payout-methods')
  const { user } = openPage(EditCardPage, ...cardPage)
  await user.type(await screen.findByLabelText(/Название/), ' 2')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  act(() => history.back())
  await waitFor(() => expect(screen.queryByLabelText(/Название/)).toBeNull())
  await act(async () => response.resolve(card))
  await waitFor(() => expect(toasts()).toEqual(['Сохранено']))
  expect(location.pathname).toBe('/billing')
})

const main = { ...card, is_default: true }
const blocked = { ...card, status: 'blocked' } as const

test.for<[PayoutMethod[], string]>([
  [
    [main, testPhone()],
    'Это основной способ вывода. Чтобы сменить его, откройте другой способ и сделайте основным тот.',
  ],
  [
    [main, testPhone({ status: 'blocked' })],
    'Это основной способ вывода. Чтобы сменить его, сначала добавьте другую карту или телефон СБП.',
  ],
  [
    [main, testPhone({ bank: 'Альфа-Банк' })],
    'Это основной способ вывода. Чтобы сменить его, сначала добавьте другую карту или телефон СБП.',
  ],
  [
    [blocked],
    'Сейчас сюда нельзя вывести чаевые, поэтому основным этот способ не сделать. Если это надолго, напишите в поддержку.',
  ],
  [
    [{ ...blocked, is_default: true }, testPhone()],
    'Сейчас сюда нельзя вывести чаевые. Откройте другой способ и сделайте основным его.',
  ],
  [[{ ...blocked, is_default: true }], 'Сейчас сюда нельзя вывести чаевые. Добавьте другую карту или телефон СБП.'],
])('of the methods %j the first says «%s»', async ([methods, note], { server }) => {
  server.methods = methods
  openPage(EditCardPage, ...cardPage)
  expect(await screen.findByText(note)).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test.for([
  [card, 'Сюда можно выводить чаевые из ресторана «Берёзка»'],
  [blocked, 'Для ресторана «Берёзка»'],
] as const)('the header of %j says «%s»', async ([method, text], { server }) => {
  server.methods = [method]
  openPage(EditCardPage, ...cardPage)
  expect(await screen.findByText(text)).toBeVisible()
})

describe.each([
  ['a card', EditCardPage, cardPage, card],
  ['a phone', EditSbpPhonePage, phonePage, testPhone({ label: 'Старая' })],
] as const)('the label of %s', (_, Page, page, method) => {
  test.for([
    ...failures,
    ['response lost', 'Нет соединения с интернетом'],
    [wrongField('label'), 'Название — проверьте, что введено'],
  ] as const)('%s: what was typed stays, and saving again saves it', async ([failure, message], { server }) => {
    server.methods = [method]
    server.failures = [failure]
    const { user } = openPage(Page, ...page)
    await user.type(await screen.findByLabelText(/Название/), ' 2')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText(/Название/)).toHaveValue('Старая 2')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(toasts()).toEqual(['Сохранено']))
    expect(server.methods[0]).toMatchObject({ label: 'Старая 2' })
  })

  test('a name that is too long stays in its field and is not saved', async ({ server }) => {
    server.methods = [method]
    const { user } = openPage(Page, ...page)
    await user.click(await screen.findByLabelText(/Название/))
    await user.paste(' из какого-то очень длинного банка')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText('Название — не более 30 символов')).toBeVisible()
    expect(screen.getByLabelText(/Название/)).toHaveValue('Старая из какого-то очень длинного банка')
    expect(server.changes).toEqual([])
  })
})

test.for([
  ['Карта не найдена', EditCardPage, cardPage],
  ['Телефон СБП не найден', EditSbpPhonePage, phonePage],
] as const)('shows «%s» for a missing or another user’s method', async ([message, Page, page]) => {
  openPage(Page, ...page)
  expect(await screen.findByText(message)).toBeVisible()
})

// spec: 2.11, 2.107
test('moves a phone to another bank, or shows why not', async ({ server }) => {
  server.methods = [testPhone()]
  server.failures = [new ProblemResponse(422, 'sbp_not_connected', { errors: { bank_id: ['sbp_not_connected'] } })]
  const { user } = openPage(EditSbpPhonePage, ...phonePage)
  await user.click(await screen.findByRole('combobox', { name: 'Банк' }))
  await user.click(await screen.findByRole('option', { name: 'Банк ЗЕНИТ' }))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await enterCode(user, '123456', 'Сменить банк')
  expect(await screen.findByText('Номер не подключён к СБП в этом банке')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await enterCode(user, '123456', 'Сменить банк')
  await waitFor(() => expect(toasts()).toEqual(['Сохранено']))
  const change = { bank_id: 'zenit', code: '123456' }
  expect(server.changes).toEqual([change, change])
  expect(server.codesFor).toContainEqual({ purpose: 'sbp_bank', binding_id: 'phone-1', bank_id: 'zenit' })
})

test('finds the bank changed on the attempt after a lost response', async ({ server }) => {
  server.methods = [testPhone()]
  server.failures = ['response lost', new ProblemResponse(410, 'otp_expired')]
  const { user } = openPage(EditSbpPhonePage, ...phonePage)
  await user.click(await screen.findByRole('combobox', { name: 'Банк' }))
  await user.click(await screen.findByRole('option', { name: 'Банк ЗЕНИТ' }))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await enterCode(user, '123456', 'Сменить банк')
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()
  await enterCode(user, '123456', 'Сменить банк')
  await waitFor(() => expect(toasts()).toEqual(['Сохранено']))
})
