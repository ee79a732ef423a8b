import { listPasskeys } from '@portal/contracts/passkey'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, ownPasskey, passkeyDevice, signature } from '@portal/shared/testing/passkey-device'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { enterCode, later, openPage, typeAmount } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

const order = { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 500, fee: 15 }
let device: ReturnType<typeof passkeyDevice>
beforeEach(() => {
  device = passkeyDevice()
})
afterEach(forgetPasskeyDevice)

async function toConfirmation() {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await user.click(screen.getByRole('button', { name: /^Вывести/ }))
  await screen.findByRole('dialog')
  return user
}

const bySignature = () => screen.findByRole('button', { name: 'Подтвердить ключом доступа' })
const errors = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)

// spec: 2.79
test('confirms an order by a passkey, once for two clicks, and sends no code', async ({ server }) => {
  server.passkeys = [ownPasskey]
  const user = await toConfirmation()
  await user.dblClick(await bySignature())
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(server.signaturesFor).toEqual([order])
  expect(server.requests).toEqual([{ key: expect.any(String), body: { ...order, passkey: signature } }])
  expect(server.codesFor).toEqual([])
})

test('offers a code as the alternative, also after a canceled prompt', async ({ server }) => {
  server.passkeys = [ownPasskey]
  device.responds = 'cancels'
  const user = await toConfirmation()
  await user.click(await bySignature())
  await waitFor(() => expect(device.prompts).toBe(1))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.requests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Получить код' }))
  await enterCode(user, server.code)
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
})

// spec: 2.79
test('the note below the passkey button describes that button, and not the button of the code', async ({ server }) => {
  server.passkeys = [ownPasskey]
  await toConfirmation()
  const passkey = await bySignature()
  const code = screen.getByRole('button', { name: 'Получить код' })
  const note = screen.getByText('Отпечаток или лицо вместо кода из СМС')
  expect(passkey).toHaveAccessibleDescription('Отпечаток или лицо вместо кода из СМС')
  expect(code).toHaveAccessibleDescription('')
  expect(passkey.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(code.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('does not mention passkeys without one, or in a browser without them', async ({ server }) => {
  await toConfirmation()
  expect(screen.getByLabelText('Код из СМС')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Подтвердить ключом доступа' })).toBeNull()
  server.passkeys = [ownPasskey]
  forgetPasskeyDevice()
  await toConfirmation()
  expect(screen.getByLabelText('Код из СМС')).toBeVisible()
})

test('shows the confirmation instead of sending a code while it is unknown whether there is a passkey', async ({
  server,
}) => {
  stub(listPasskeys, () => {
    throw new ProblemResponse(500, 'internal')
  })
  const user = await toConfirmation()
  expect(server.codesFor).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Получить код' }))
  expect(await screen.findByLabelText('Код из СМС')).toBeVisible()
})

test('signs again under the same key after an expired signature', async ({ server }) => {
  server.passkeys = [ownPasskey]
  server.failures = [new ProblemResponse(410, 'passkey_expired')]
  const user = await toConfirmation()
  await user.click(await bySignature())
  await waitFor(() => expect(errors()).toEqual(['Время вышло. Попробуйте ещё раз.']))
  await user.click(await bySignature())
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1)
  expect(server.codesFor).toEqual([])
})

test('searches for the order after a lost response; where there is none it can be signed again', async ({ server }) => {
  server.passkeys = [ownPasskey]
  server.failures = ['request lost', 'request lost']
  const user = await toConfirmation()
  await user.click(await bySignature())
  await waitFor(() => expect(server.requests).toHaveLength(1))
  await later(1000)
  expect(await screen.findByText(/Проверяем, отправлены ли деньги…/)).toBeDefined()
  await later(8000)
  expect(await screen.findByText('Не отправлено, деньги не списаны')).toBeDefined()
  await user.click(await bySignature())
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1)
  expect(server.codesFor).toEqual([])
})

test('returns to the form for an order that the rules do not allow', async ({ server }) => {
  server.passkeys = [ownPasskey]
  server.codeProblem = new ProblemResponse(422, 'limit_exceeded')
  const user = await toConfirmation()
  await user.click(await bySignature())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Не отправлено, деньги не списаны')).toBeDefined()
  expect(device.prompts).toBe(0)
})
