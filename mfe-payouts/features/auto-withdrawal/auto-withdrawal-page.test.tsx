import {
  type AutoWithdrawal,
  type AutoWithdrawalStop,
  getAutoWithdrawal,
  type NewAutoWithdrawal,
  setAutoWithdrawal,
  stopAutoWithdrawal,
} from '@portal/contracts/auto-withdrawal'
import { getLimits } from '@portal/contracts/limits'
import { sendOtpToUser, type UserOtpRequest } from '@portal/contracts/otp'
import { useSession } from '@portal/shared/session/store'
import { acceptedPayout } from '@portal/shared/testing/accepted-payout'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { mir } from '@portal/shared/testing/payout-ways'
import { seenText } from '@portal/shared/testing/seen-text'
import { hideAmounts } from '@portal/shared/ui/amount'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished } from 'vitest'
import { factText, later, openPage } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './auto-withdrawal-page.tsx'

const open = () => openPage(Component, '/out/auto')
type User = ReturnType<typeof open>['user']

const at = '2026-11-20T09:00:00+03:00'
const stored = ({ code: _, fee: __, ...terms }: NewAutoWithdrawal): AutoWithdrawal => ({
  ...terms,
  method_title: 'Мир •• 1234',
  confirmed_at: at,
})
const fee = { percent: 1.5, fixed: 0, min: 15 }
const daily: NewAutoWithdrawal = { binding_id: mir.id, schedule: { kind: 'daily', hour: 9 }, day_limit: 75_000, fee }

let rule: AutoWithdrawal | null
let isResponseLost: boolean
let sent: NewAutoWithdrawal[]
let codesFor: (UserOtpRequest | undefined)[]
beforeEach(() => {
  rule = null
  isResponseLost = false
  sent = []
  codesFor = []
  const unusedLimit = (limit: number) => ({ limit, left: limit })
  stub(getLimits, () => ({
    payout: { min: 100, max: 75_000, day: unusedLimit(150_000), month: unusedLimit(600_000) },
    transfer: null,
  }))
  stub(getAutoWithdrawal, () => ({ rule }))
  stub(sendOtpToUser, ({ body }) => {
    codesFor.push(body)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  stub(setAutoWithdrawal, ({ body }) => {
    sent.push(body)
    if (body.code !== '123456') throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
    rule = stored(body)
    if (isResponseLost) throw new NetworkError()
    return { rule }
  })
  stub(stopAutoWithdrawal, () => {
    rule = rule && { ...rule, stopped: { reason: 'user', at } }
    return { rule }
  })
})

async function confirm(user: User, button = 'Включить', code = '123456') {
  await user.click(await screen.findByRole('button', { name: button }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.type(await sheet.findByLabelText(/Код/), code)
  await user.click(sheet.getByRole('button', { name: 'Включить' }))
}

// spec: 2.279, 2.289
test('names fee and limits, and switches on what the code was requested for', async () => {
  const { user } = open()
  expect(await screen.findByRole('combobox', { name: 'Куда' })).toHaveTextContent(/Комиссия 1,5\s%, не меньше 15\s₽/)
  expect(seenText(screen.getByText(/^За раз/))).toBe('За раз — от 100 ₽ до 75 000 ₽, без копеек.')
  await user.click(screen.getByText('По сумме'))
  await confirm(user)
  expect(await screen.findByText('Включён')).toBeVisible()
  const terms = { ...daily, schedule: { kind: 'threshold', amount: 5_000 } }
  expect(sent).toEqual([{ ...terms, code: '123456' }])
  expect(codesFor).toEqual([{ purpose: 'auto_withdrawal', rule: { ...terms, rest_id: 'berezka' } }])
  expect(factText('Как только на балансе')).toBe('5 000 ₽')
})

test('says that a day is not enough for a sum above its limit', async () => {
  const { user } = open()
  await user.click(await screen.findByText('По сумме'))
  const threshold = screen.getByLabelText('Как только на балансе')
  await user.clear(threshold)
  await user.type(threshold, '100000')
  expect(seenText(await screen.findByText(/^За день уйдёт/))).toBe(
    'За день уйдёт 75 000 ₽, остальное — на следующий день.',
  )
  await user.click(screen.getByText('Каждый день'))
  expect(screen.queryByText(/^За день уйдёт/)).toBeNull()
})

test('keeps a sum on the balance, which the code, the sheet and the status name', async () => {
  const { user } = open()
  await user.type(await screen.findByLabelText('Оставлять на балансе'), '2000')
  await user.click(screen.getByRole('button', { name: 'Включить' }))
  expect(seenText(await screen.findByRole('dialog'))).toContain(
    'Каждый день в 09:00, не больше 75 000 ₽ в день. На балансе останется 2 000 ₽. Комиссия',
  )
  const sheet = within(screen.getByRole('dialog'))
  await user.type(await sheet.findByLabelText(/Код/), '123456')
  await user.click(sheet.getByRole('button', { name: 'Включить' }))
  expect(await screen.findByText('Включён')).toBeVisible()
  expect(sent).toEqual([{ ...daily, keep: 2_000, code: '123456' }])
  expect(codesFor).toMatchObject([{ rule: { keep: 2_000 } }])
  expect(factText('Останется на балансе')).toBe('2 000 ₽')
})

test('a sum to keep that is cleared is sent as nothing, because without it the stored one stays', async () => {
  rule = stored({ ...daily, keep: 2_000 })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  await user.clear(await screen.findByLabelText('Оставлять на балансе'))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(codesFor).toMatchObject([{ rule: { keep: 0 } }]))
})

test.each([
  ['4901', 'Хотя бы на 100 ₽ меньше суммы выше', 0],
  ['4900', '', 1],
])('a threshold of 5 000 ₽ has the minimum above the %s ₽ that are kept', async (keep, error, requested) => {
  const { user } = open()
  await user.click(await screen.findByText('По сумме'))
  const field = screen.getByLabelText('Оставлять на балансе')
  await user.type(field, keep)
  await user.click(screen.getByRole('button', { name: 'Включить' }))
  await waitFor(() => expect(codesFor).toHaveLength(requested))
  await waitFor(() => expect(seenText(document.getElementById(`${field.id}-error`) as HTMLElement)).toBe(error))
})

test.each([
  ['150001', '', 'Не больше 150 000 ₽', 0],
  ['152001', '2000', 'Не больше 152 000 ₽', 0],
  ['152000', '2000', '', 1],
])(
  'a threshold of %s ₽ with %s ₽ kept has the limit of a day above what is kept',
  async (sum, keep, error, requested) => {
    const { user } = open()
    await user.click(await screen.findByText('По сумме'))
    const field = screen.getByLabelText('Как только на балансе')
    await user.clear(field)
    await user.type(field, sum)
    if (keep) await user.type(screen.getByLabelText('Оставлять на балансе'), keep)
    await user.click(screen.getByRole('button', { name: 'Включить' }))
    await waitFor(() => expect(codesFor).toHaveLength(requested))
    await waitFor(() => expect(seenText(document.getElementById(`${field.id}-error`) as HTMLElement)).toBe(error))
  },
)

test('a run that found only what is kept says so', async () => {
  rule = { ...stored({ ...daily, keep: 2_000 }), next_run_at: at, waited: { reason: 'below_minimum', at } }
  open()
  const line = (await screen.findByText(/ничего не вывели/)).parentElement
  expect(seenText(line)).toContain('ничего не вывели: сверх 2 000 ₽ на балансе было меньше минимума.')
  onTestFinished(() => act(() => hideAmounts(false)))
  act(() => hideAmounts(true))
  // React may add the listener only after the text is in the document.
  await waitFor(() => expect(seenText(line)).not.toContain('2 000'))
})

test('sends no sum outside of the limits, and shows them', async () => {
  const { user } = open()
  const field = await screen.findByLabelText('Не больше в день')
  await user.clear(field)
  await user.type(field, '150001')
  await user.click(screen.getByRole('button', { name: 'Включить' }))
  expect(seenText(await screen.findByText(/^Не больше 150/))).toBe('Не больше 150 000 ₽')
  expect(codesFor).toEqual([])
})

// spec: 2.283
test('shows that the rule is on when the response was lost', async () => {
  isResponseLost = true
  const { user } = open()
  await confirm(user)
  expect(await screen.findByText('Включён')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('stays at the code when it is wrong', async () => {
  const { user } = open()
  await confirm(user, 'Включить', '000000')
  expect(await screen.findByText(/^Неверный код/)).toBeVisible()
  expect(rule).toBe(null)
})

test('a fee that has changed closes the sheet, and the form shows the new one', async ({ server }) => {
  const { user } = open()
  stub(sendOtpToUser, () => {
    throw new ProblemResponse(422, 'quote_changed')
  })
  const button = await screen.findByRole('button', { name: 'Включить' })
  server.terms = server.terms.map((terms) => ({ ...terms, fee: { percent: 5, fixed: 0, min: 15 } }))
  await user.click(button)
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Комиссия изменилась. Проверьте новую.'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/^Комиссия 5\s%/)).toBeVisible()
})

test('a change of a rule that is on is called a change', async () => {
  rule = stored(daily)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  await user.click(await screen.findByRole('button', { name: 'Сохранить' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Изменить автовывод?' }))
  await user.type(await sheet.findByLabelText(/Код/), '123456')
  await user.click(sheet.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Автовывод изменён'))
})

// spec: 2.289
test('shows what happens next and happened last, and is switched off with one tap and on again by a code', async () => {
  rule = {
    ...stored(daily),
    next_run_at: at,
    waited: { reason: 'below_minimum', at },
  }
  const { user } = open()
  await screen.findByText('Включён')
  expect(factText('Следующий вывод')).toBe('Вот-вот')
  expect(seenText(screen.getByText(/ничего не вывели/).parentElement)).toContain(
    'ничего не вывели: на балансе было меньше минимума.',
  )
  await user.click(screen.getByRole('button', { name: 'Выключить' }))
  expect(await screen.findByText('Автовывод выключен')).toBeVisible()
  await confirm(user, 'Включить снова')
  expect(await screen.findByText('Включён')).toBeVisible()
  expect(sent).toEqual([{ ...daily, code: '123456' }])
})

test('writes the hour of the rule and the time of its last payout alike', async () => {
  const created_at = new Date().toISOString()
  rule = { ...stored(daily), last_payout: { ...acceptedPayout, status: 'succeeded', automatic: true, created_at } }
  open()
  expect(seenText(await screen.findByText(/^Последний вывод/))).toMatch(
    /^Последний вывод: сегодня, \d\d:\d\d, 500 ₽ — выплачено$/,
  )
  expect(factText('Когда')).toBe('Каждый день в 09:00')
})

test('a rule that was read before it was switched off does not come back', async () => {
  rule = stored(daily)
  const { user, client } = open()
  await screen.findByText('Включён')
  const before = { rule }
  const response = Promise.withResolvers<typeof before>()
  stub(getAutoWithdrawal, () => response.promise)
  await later(10_000)
  expect(client.isFetching()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Выключить' }))
  await screen.findByText('Автовывод выключен')
  response.resolve(before)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.getByText('Автовывод выключен')).toBeVisible()
})

test('shows why it has stopped, and requires another method where that is gone', async () => {
  rule = { ...stored(daily), binding_id: 'gone', stopped: { reason: 'method_removed', at } }
  const { user } = open()
  expect(await screen.findByText(/^Способ вывода, на который шли деньги, удалён/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Включить снова' }))
  expect(await screen.findByText('Выберите, куда выводить')).toBeVisible()
  expect(codesFor).toEqual([])
})

test.for<[string, (typeof mir)[], AutoWithdrawalStop, RegExp]>([
  ['the only card was deleted', [], 'method_removed', /удалён\. Выберите или добавьте другой\.$/],
  [
    'the only card is blocked',
    [{ ...mir, status: 'blocked' }],
    'method_blocked',
    /больше не работает\. Выберите или добавьте другой\.$/,
  ],
])('%s: shows why it has stopped, and links to adding a method', async ([_, methods, reason, why], { server }) => {
  server.methods = methods
  rule = { ...stored(daily), stopped: { reason, at } }
  open()
  expect(await screen.findByText('Автовывод остановлен')).toBeVisible()
  expect(screen.getByText(why)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Добавить' })).toHaveAttribute('href', '/settings/payout-methods')
  expect(screen.queryByRole('combobox', { name: 'Куда' })).toBeNull()
})
