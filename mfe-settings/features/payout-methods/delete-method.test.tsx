import type { PayoutMethod } from '@portal/contracts/payout-method'
import { failures } from '@portal/shared/testing/failures'
import { ProblemResponse } from '@portal/shared/testing/http-stub'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { Component as EditCardPage } from './edit-card-page.tsx'
import { Component as EditSbpPhonePage } from './edit-sbp-phone-page.tsx'
import { testCard, testPhone } from './testing/methods-server.ts'
import { openPage, test, toasts } from './testing/open-methods.ts'

const first = testCard()
const second = testCard({ id: 'card-2', last4: '5678', is_default: false })
const phone = testPhone()

/** Opens the confirmation sheet on the page of the card or phone. */
async function openDeleteSheet(method: PayoutMethod) {
  const { user } =
    method.type === 'card'
      ? openPage(EditCardPage, `/settings/cards/${method.id}/edit`, '/settings/cards/:id/edit')
      : openPage(EditSbpPhonePage, `/settings/sbp-phones/${method.id}/edit`, '/settings/sbp-phones/:id/edit')
  await user.click(await screen.findByRole('button', { name: /^Удалить (карту|телефон СБП)$/ }))
  const sheet = within(await screen.findByRole('dialog'))
  return { user, sheet, confirm: async () => user.click(await sheet.findByRole('button', { name: 'Удалить' })) }
}

const noneLeft =
  /^Вывести чаевые из ресторана «Берёзка» будет некуда.*первые сутки можно вывести не больше 10\s000\s₽\.$/

const isBackAtTheList = () => waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))

// spec: 2.99
test('deletes a method after a confirmation', async ({ server }) => {
  server.methods = [first, second]
  const { sheet, confirm } = await openDeleteSheet(second)
  expect(seenText(sheet.getByRole('heading'))).toBe('Удалить карту •• 5678?')
  expect(sheet.getByRole('heading', { name: /^Удалить карту с последними цифрами 5678 ?\?$/ })).toBeVisible()
  await confirm()
  expect(sheet.queryByText(noneLeft)).toBeNull()
  await isBackAtTheList()
  expect(toasts()).toEqual(['Карта удалена'])
  expect(server.methods).toEqual([first])
  expect(server.changes).toEqual([{ id: 'card-2' }])
})

// spec: 2.99
test('leaves the method on «Оставить»', async ({ server }) => {
  server.methods = [first, phone]
  const { user, sheet } = await openDeleteSheet(phone)
  await user.click(await sheet.findByRole('button', { name: 'Оставить' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.changes).toEqual([])
})

// spec: 2.99
test('deletes the only method of its bank without a further question, but warns that none is left', async ({
  server,
}) => {
  server.methods = [first, testCard({ id: 'card-3', bank: 'Альфа-Банк' })]
  const { sheet, confirm } = await openDeleteSheet(first)
  expect(await sheet.findByText(noneLeft)).toBeVisible()
  await confirm()
  await isBackAtTheList()
  expect(sheet.queryByRole('radio')).toBeNull()
  expect(server.changes).toEqual([{ id: 'card-1' }])
})

// spec: 2.99
test('offers the next default when one of several is deleted, and sends both in one call', async ({ server }) => {
  server.methods = [first, second, phone, testCard({ id: 'card-3', bank: 'Альфа-Банк', last4: '9999' })]
  const { user, sheet, confirm } = await openDeleteSheet(first)
  const next = within(await sheet.findByRole('radiogroup', { name: 'Какой способ будет основным?' }))
  expect(next.getAllByRole('radio').map((radio) => seenText(radio.closest('label')))).toEqual([
    'Мир •• 5678Сбербанк',
    'СБП · Т-Банк+7 (900) •••-••-67',
  ])
  await confirm()
  expect(await sheet.findByText('Выберите, какой способ будет основным')).toBeVisible()
  expect(server.changes).toEqual([])

  await user.click(next.getByRole('radio', { name: /СБП/ }))
  await confirm()
  await isBackAtTheList()
  expect(server.changes).toEqual([{ id: 'card-1', nextDefaultId: 'phone-1' }])
  expect(server.methods).toMatchObject([
    { id: 'card-2', is_default: false },
    { id: 'phone-1', is_default: true },
    { id: 'card-3', is_default: true },
  ])
})

test('preselects the remaining method; a blocked one cannot be chosen', async ({ server }) => {
  server.methods = [first, { ...second, status: 'blocked' }, phone]
  const { sheet, confirm } = await openDeleteSheet(first)
  expect(await sheet.findByRole('radio', { name: /5678.*Не работает/ })).toBeDisabled()
  expect(sheet.getByRole('radio', { name: /СБП/ })).toBeChecked()
  await confirm()
  await isBackAtTheList()
  expect(server.methods).toMatchObject([
    { id: 'card-2', is_default: false },
    { id: 'phone-1', is_default: true },
  ])
})

test('offers no choice where only blocked ones remain, and warns that none is left', async ({ server }) => {
  server.methods = [first, { ...second, status: 'blocked' }]
  const { sheet, confirm } = await openDeleteSheet(first)
  expect(await sheet.findByText(noneLeft)).toBeVisible()
  await confirm()
  await isBackAtTheList()
  expect(sheet.queryByRole('radio')).toBeNull()
})

test('shows that the chosen one was deleted in another tab, and offers the choice again', async ({ server }) => {
  server.methods = [first, second, phone]
  const { user, sheet, confirm } = await openDeleteSheet(first)
  await user.click(await sheet.findByRole('radio', { name: /5678/ }))
  server.methods = [first, phone]
  await confirm()
  expect(await sheet.findByText('Способы вывода изменились. Выберите основной ещё раз.')).toBeVisible()
  await waitFor(() => expect(sheet.queryByRole('radio', { name: /5678/ })).toBeNull())
  await user.click(sheet.getByRole('radio', { name: /СБП/ }))
  await confirm()
  await isBackAtTheList()
  expect(server.methods).toMatchObject([{ id: 'phone-1', is_default: true }])
})

test('offers the next default when it became the default in another tab', async ({ server }) => {
  server.methods = [first, second, phone]
  const { user, sheet, confirm } = await openDeleteSheet(second)
  await sheet.findByRole('button', { name: 'Удалить' })
  server.methods = [{ ...first, is_default: false }, { ...second, is_default: true }, phone]
  await confirm()
  expect(await sheet.findByText('Этот способ стал основным. Выберите, какой будет вместо него.')).toBeVisible()
  await user.click(await sheet.findByRole('radio', { name: /1234/ }))
  await confirm()
  await isBackAtTheList()
  expect(server.methods).toMatchObject([
    { id: 'card-1', is_default: true },
    { id: 'phone-1', is_default: false },
  ])
})

test.for([
  [new ProblemResponse(409, 'payout_in_progress'), 'Сюда сейчас идут деньги. Удалите, когда вывод завершится.'],
  ...failures,
] as const)('shows why a method cannot be deleted now (%s), and leaves it', async ([failure, message], { server }) => {
  server.methods = [first, phone]
  server.failures = [failure]
  const { sheet, confirm } = await openDeleteSheet(phone)
  await confirm()
  expect(await sheet.findByText(message)).toBeVisible()
  expect(server.methods).toHaveLength(2)
})

// spec: 6.20
test('a method that is missing on the attempt after a lost response counts as deleted', async ({ server }) => {
  server.methods = [first, phone]
  server.failures = ['response lost']
  const { sheet, confirm } = await openDeleteSheet(phone)
  await confirm()
  expect(await sheet.findByText('Нет соединения с интернетом')).toBeVisible()
  await confirm()
  await isBackAtTheList()
  expect(toasts()).toEqual(['Телефон СБП удалён'])
})
