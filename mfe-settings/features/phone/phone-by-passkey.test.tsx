import { changePhone } from '@portal/contracts/password'
import { getProfile } from '@portal/contracts/profile'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, ownPasskey, passkeyDevice, signature } from '@portal/shared/testing/passkey-device'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { changed, code, confirm, fail, fillForm, type PhoneServer, profile, test, user } from './testing/open-phone.ts'

let device: ReturnType<typeof passkeyDevice>
beforeEach<{ server: PhoneServer }>(({ server }) => {
  device = passkeyDevice()
  server.passkeys = [ownPasskey]
  return forgetPasskeyDevice
})

async function toPasskey() {
  await fillForm()
  await user.type(await code(), '123456')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  return await screen.findByRole('button', { name: 'Подтвердить ключом доступа' })
}
const sentToOld = ({ sentTo }: PhoneServer) => sentTo.filter((message) => message.startsWith('current'))

test('changes the phone without a code of the old number, once for two clicks', async ({ server }) => {
  await user.dblClick(await toPasskey())
  expect(await screen.findByText('Номер изменён')).toBeVisible()
  expect(server.signaturesFor).toEqual([{ purpose: 'phone', phone_number: '+79001234567' }])
  expect(server.requests).toEqual([
    { current_password: 'old-password', phone_number: '+79001234567', code: '123456', passkey: signature },
  ])
  expect(sentToOld(server)).toEqual([])
})

test('shows no error after a cancel, and offers the code of the old number', async ({ server }) => {
  device.responds = 'cancels'
  await user.click(await toPasskey())
  await waitFor(() => expect(device.prompts).toBe(1))
  expect(server.requests).toEqual([])
  expect(sentToOld(server)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Получить код на прежний номер' }))
  await user.type(await code(), '654321')
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
  expect(sentToOld(server)).toHaveLength(1)
})

test('shows that a signature was rejected, and offers another attempt', async () => {
  const button = await toPasskey()
  fail(new ProblemResponse(422, 'passkey_invalid'))
  await user.click(button)
  expect(await screen.findByText(/^Ключ доступа не подошёл/)).toBeVisible()
  stub(changePhone, () => changed)
  await user.click(button)
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})

test('finds the change on the attempt after a lost response', async () => {
  const button = await toPasskey()
  fail(new NetworkError())
  await user.click(button)
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()
  stub(getProfile, () => ({ ...profile, ...changed }))
  fail(new ProblemResponse(410, 'passkey_expired'))
  await user.click(button)
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})

test('leaves the focus in the sheet at each step', async () => {
  await toPasskey()
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Получить код на прежний номер' }))
  expect(await code()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Нет доступа к прежнему номеру' }))
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
})
