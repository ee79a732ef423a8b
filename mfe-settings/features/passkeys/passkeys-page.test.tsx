import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '@portal/contracts/passkey'
import { getOwnPhone } from '@portal/contracts/password'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Component } from './passkeys-page.tsx'

const phone: Passkey = {
  id: 'p1',
  label: 'Android · Chrome',
  synced: true,
  created_at: '2025-11-12T12:04:00+03:00',
  last_used_at: '2025-11-20T12:04:00+03:00',
}
const laptop: Passkey = { ...phone, id: 'p2', label: 'Mac · Safari', last_used_at: null }

const user = userEvent.setup({ delay: null })
let passkeys: Passkey[]

beforeEach(() => {
  passkeyDevice()
  passkeys = [phone, laptop]
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  stub(listPasskeys, () => ({ items: passkeys }))
  stub(renamePasskey, ({ params, body }) => {
    passkeys = passkeys.map((passkey) => (passkey.id === params.id ? { ...passkey, ...body } : passkey))
    return { ...phone, ...body }
  })
  stub(removePasskey, ({ params, body }) => {
    if (body.current_password !== 'right') {
      throw new ProblemResponse(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
    }
    passkeys = passkeys.filter(({ id }) => id !== params.id)
    return undefined
  })
})
afterEach(forgetPasskeyDevice)

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const press = (name: string) => user.click(screen.getByRole('button', { name }))

async function open(label: RegExp) {
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: label }))
  await screen.findByRole('dialog')
}

test('lists each with its days', async () => {
  renderPage(Component)
  await screen.findByText('Android · Chrome')
  expect(rows()).toEqual([
    'Android\u00A0· ChromeДобавлен 12.11.2025 · использован 20.11.2025',
    'Mac\u00A0· SafariДобавлен 12.11.2025 · ещё не использован',
  ])
  expect(screen.getByRole('link', { name: 'Добавить ключ доступа' })).toHaveAttribute('href', '/settings/passkeys/add')
})

// spec: 2.110
test('explains in one sentence what a passkey is where there is none', async () => {
  passkeys = []
  renderPage(Component)
  expect(await screen.findByText('Ключей доступа пока нет')).toBeVisible()
  expect(screen.getByText(/^Вход по отпечатку или лицу вместо пароля/)).toBeVisible()
})

test('lists passkeys in a browser without them, and names the browsers that have them', async () => {
  forgetPasskeyDevice()
  renderPage(Component)
  expect(await screen.findByText(/^Этот браузер не поддерживает ключи доступа/)).toBeVisible()
  expect(rows()).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'Добавить ключ доступа' })).toBeNull()
})

test('renames a passkey', async () => {
  await open(/^Android/)
  await user.clear(screen.getByLabelText('Название'))
  await press('Сохранить')
  expect(await screen.findByText('Введите название')).toBeVisible()
  await user.type(screen.getByLabelText('Название'), 'Мой телефон')
  await press('Сохранить')
  await waitFor(() => expect(rows()[0]).toMatch(/^Мой телефон/))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('deletes by the password; shows a wrong one at its field', async () => {
  await open(/^Mac/)
  await press('Удалить ключ')
  await user.type(await screen.findByLabelText('Текущий пароль'), 'wrong')
  await press('Удалить')
  expect(await screen.findByText('Текущий пароль указан неверно')).toBeVisible()
  await user.clear(screen.getByLabelText('Текущий пароль'))
  await user.type(screen.getByLabelText('Текущий пароль'), 'right')
  await press('Удалить')
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Android/)]))
})

test('the next attempt succeeds when the response to the deletion was lost', async () => {
  await open(/^Mac/)
  await press('Удалить ключ')
  await user.type(await screen.findByLabelText('Текущий пароль'), 'right')
  stub(removePasskey, () => {
    passkeys = [phone]
    throw new NetworkError()
  })
  await press('Удалить')
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()
  stub(removePasskey, () => {
    throw new ProblemResponse(404, 'not_found')
  })
  await press('Удалить')
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('a name that is saved late closes no sheet but its own', async () => {
  const response = Promise.withResolvers<Passkey>()
  stub(renamePasskey, () => response.promise)
  await open(/Android/)
  await user.type(await screen.findByLabelText('Название'), ' 2')
  await press('Сохранить')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /Mac/ }))
  await waitFor(() => expect(screen.getByLabelText('Название')).toHaveValue('Mac · Safari'))
  response.resolve(phone)
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Сохранено'))
  expect(screen.getByLabelText('Название')).toHaveValue('Mac · Safari')
})
