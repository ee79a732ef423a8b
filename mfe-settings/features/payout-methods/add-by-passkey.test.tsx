import { startPasskeyConfirmation } from '@portal/contracts/passkey'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import {
  forgetPasskeyDevice,
  ownPasskey,
  passkeyDevice,
  requestOptions,
  signature,
} from '@portal/shared/testing/passkey-device'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { Component as AddCard } from './add-card-page.tsx'
import { Component as EditSbpPhone } from './edit-sbp-phone-page.tsx'
import { testPhone } from './testing/methods-server.ts'
import { enterCode, openPage, test } from './testing/open-methods.ts'

let device: ReturnType<typeof passkeyDevice>
beforeEach(() => {
  device = passkeyDevice()
})
afterEach(forgetPasskeyDevice)

async function toConfirmation() {
  const { user } = openPage(AddCard, '/settings/cards/add')
  await user.type(await screen.findByLabelText('Номер карты'), '2200701395954321')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  return user
}
const bySignature = () => screen.findByRole('button', { name: 'Подтвердить ключом доступа' })
const isAdded = () => waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))

test('adds a card by a passkey, which signs for this card only, and sends no code', async ({ server }) => {
  server.passkeys = [ownPasskey]
  const user = await toConfirmation()
  await user.dblClick(await bySignature())
  await isAdded()
  expect(server.signaturesFor).toEqual([{ purpose: 'card', card_token: 'token-4321' }])
  expect(server.changes).toEqual([{ card_token: 'token-4321', rest_id: 'berezka', label: '', passkey: signature }])
  expect(server.codesFor).toEqual([])
})

test('the device does not prompt for a sheet that was closed before the server responded', async ({ server }) => {
  server.passkeys = [ownPasskey]
  const response = Promise.withResolvers<typeof requestOptions>()
  stub(startPasskeyConfirmation, () => response.promise)
  const user = await toConfirmation()
  await user.click(await bySignature())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  response.resolve(requestOptions)
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  await user.click(await bySignature())
  await isAdded()
  expect(device.prompts).toBe(1)
})

test('sends a code only on demand', async ({ server }) => {
  server.passkeys = [ownPasskey]
  device.responds = 'cancels'
  const user = await toConfirmation()
  await user.click(await bySignature())
  await waitFor(() => expect(device.prompts).toBe(1))
  expect(server.codesFor).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Получить код' }))
  await enterCode(user, server.code)
  await isAdded()
})

test('shows that a passkey was rejected, and offers the code', async ({ server }) => {
  server.passkeys = [ownPasskey]
  const user = await toConfirmation()
  const button = await bySignature()
  server.failures = [new ProblemResponse(422, 'passkey_invalid')]
  await user.click(button)
  expect(await screen.findByText(/^Ключ доступа не подошёл/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Получить код' })).toBeEnabled()
})

test('moves a СБП phone to another bank by a passkey, which signs for this phone and bank only', async ({ server }) => {
  server.passkeys = [ownPasskey]
  server.methods = [testPhone()]
  const { user } = openPage(EditSbpPhone, '/settings/sbp-phones/phone-1/edit', '/settings/sbp-phones/:id/edit')
  await user.click(await screen.findByRole('combobox', { name: 'Банк' }))
  await user.click(await screen.findByRole('option', { name: 'Банк ЗЕНИТ' }))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await user.dblClick(await bySignature())
  await isAdded()
  expect(server.signaturesFor).toEqual([{ purpose: 'sbp_bank', binding_id: 'phone-1', bank_id: 'zenit' }])
  expect(server.changes).toEqual([{ bank_id: 'zenit', passkey: signature }])
  expect(server.codesFor).toEqual([])
})
