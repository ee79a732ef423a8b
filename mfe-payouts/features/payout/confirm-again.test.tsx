import { ProblemResponse } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, ownPasskey, passkeyDevice, signature } from '@portal/shared/testing/passkey-device'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect } from 'vitest'
import { confirm, enterCode, factText, later, openPage, typeAmount } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

const unusual = new ProblemResponse(422, 'confirm_again')
const reason = () => screen.findByText(/^Вывод не похож на ваши обычные/)
const bySignature = () => screen.findByRole('button', { name: 'Подтвердить ключом доступа' })
const newCode = () => screen.findByRole('button', { name: 'Получить новый код' })
const countKeys = (requests: { key: string | undefined }[]) => new Set(requests.map(({ key }) => key)).size

async function toCode() {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  return user
}

// spec: 2.80
test('shows the reason and the order again, and immediately sends the second code', async ({ server }) => {
  server.failures = [unusual]
  const user = await toCode()
  await enterCode(user, server.code)
  expect(seenText(await reason())).toBe(
    'Вывод не похож на ваши обычные. Деньги пока на балансе. Подтвердите ещё раз новым кодом из СМС: так мы узнаем, что это вы.',
  )
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Подтвердите ещё раз' })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  )
  expect(factText('Придёт')).toMatch(/^485\s₽$/)
  expect(server.codesFor).toHaveLength(1)

  await user.click(await newCode())
  expect(await screen.findByLabelText(/Код/)).toHaveValue('')
  expect(server.codesFor).toHaveLength(2)
  await enterCode(user, server.code)
  expect(await screen.findByText('Вывод № 100001')).toBeVisible()
  expect(countKeys(server.requests)).toBe(1)
  expect(server.paid()).toBe(500)
})

test('makes one order of the second confirmation after a double click and a lost response', async ({ server }) => {
  server.failures = [unusual, 'response lost']
  const user = await toCode()
  await enterCode(user, server.code)
  await user.dblClick(await newCode())
  await user.type(await screen.findByLabelText(/Код/), server.code)
  await user.dblClick(screen.getByRole('button', { name: /^Вывести \d/ }))
  await later(1000)
  expect(await screen.findByText('Вывод № 100001')).toBeVisible()
  expect(server.codesFor).toHaveLength(2)
  expect(countKeys(server.requests)).toBe(1)
  expect(server.paid()).toBe(500)
})

test('asks for the second confirmation also after the response to the first was lost', async ({ server }) => {
  server.failures = ['request lost', unusual]
  const user = await toCode()
  await enterCode(user, server.code)
  await later(1000)
  await reason()
  await user.click(await newCode())
  await enterCode(user, server.code)
  expect(await screen.findByText('Вывод № 100001')).toBeVisible()
})

test('leaves all that was typed when closed, and continues the order under its key', async ({ server }) => {
  server.failures = [unusual]
  const user = await toCode()
  await enterCode(user, server.code)
  await reason()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Сумма')).toHaveValue('500')
  await confirm(user)
  await enterCode(user, server.code)
  expect(await screen.findByText('Вывод № 100001')).toBeVisible()
  expect(countKeys(server.requests)).toBe(1)
})

describe('with a passkey', () => {
  let device: ReturnType<typeof passkeyDevice>
  beforeEach(() => {
    device = passkeyDevice()
    return forgetPasskeyDevice
  })

  test('offers the passkey first after a code', async ({ server }) => {
    server.passkeys = [ownPasskey]
    server.failures = [unusual]
    const { user } = openPage(Component, '/out')
    await typeAmount(user, '500')
    await user.click(await screen.findByRole('button', { name: /^Вывести/ }))
    await user.click(await screen.findByRole('button', { name: 'Получить код' }))
    await enterCode(user, server.code)
    expect(await reason()).toHaveTextContent(/Подтвердите ещё раз ключом доступа или новым кодом:/)
    await user.dblClick(await bySignature())
    expect(await screen.findByText('Вывод № 100001')).toBeVisible()
    expect(server.requests.map(({ body }) => body.passkey)).toEqual([undefined, signature])
    expect(countKeys(server.requests)).toBe(1)
    expect(device.prompts).toBe(1)
  })

  // spec: 2.80
  test('sends the order to an operator by another signature after a passkey, without access to the phone', async ({
    server,
  }) => {
    server.passkeys = [ownPasskey]
    server.failures = [unusual]
    const { user } = openPage(Component, '/out')
    await typeAmount(user, '500')
    await user.click(await screen.findByRole('button', { name: /^Вывести/ }))
    await user.click(await bySignature())
    await user.click(await screen.findByRole('button', { name: 'Нет доступа к телефону' }))
    expect(document.activeElement).toHaveTextContent(/^Без кода решит поддержка/)
    await user.dblClick(screen.getByRole('button', { name: 'Отправить на проверку' }))
    expect(await screen.findByText('Вывод № 100001')).toBeVisible()
    expect(server.requests.map(({ body }) => body.hold_if_unusual)).toEqual([undefined, true])
    expect(countKeys(server.requests)).toBe(1)
    expect(server.codesFor).toEqual([])
    expect(device.prompts).toBe(2)
  })

  // spec: 2.80
  test('an order that a passkey has confirmed needs a code, and no second signature', async ({ server }) => {
    server.passkeys = [ownPasskey]
    server.failures = [unusual]
    const { user } = openPage(Component, '/out')
    await typeAmount(user, '500')
    await user.click(await screen.findByRole('button', { name: /^Вывести/ }))
    await user.click(await bySignature())
    expect(await reason()).toHaveTextContent(/Подтвердите ещё раз кодом из СМС:/)
    expect(screen.queryByRole('button', { name: 'Подтвердить ключом доступа' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Получить код' }))
    await enterCode(user, server.code)
    expect(await screen.findByText('Вывод № 100001')).toBeVisible()
    expect(server.codesFor).toHaveLength(1)
    expect(countKeys(server.requests)).toBe(1)
  })
})
