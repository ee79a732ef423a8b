import { signInByPasskey, startPasskeySignIn } from '@portal/contracts/passkey'
import { login } from '@portal/contracts/session'
import { rememberWayIn } from '@portal/shared/passkeys/way-in'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice, requestOptions, signature } from '@portal/shared/testing/passkey-device'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, berezka, closePortal, openPortal, stubSession } from '../../testing/open-portal.tsx'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
  loadPageAhead: () => {},
}))

const user = userEvent.setup()
let sent: object[]
let challenges: number

beforeEach(() => {
  sent = []
  challenges = 0
  stubSession([berezka])
  stub(startPasskeySignIn, () => {
    challenges += 1
    return requestOptions
  })
  stub(signInByPasskey, ({ body }) => {
    sent.push(body)
    return anna
  })
})
afterEach(() => {
  closePortal()
  forgetPasskeyDevice()
})

async function openLogin() {
  openPortal('/login', null)
  await screen.findByLabelText('Телефон')
}
const button = () => screen.getByRole('button', { name: 'Открыть ключом доступа' })

// spec: 2.46
test('the login page signs in without phone and password, and remembers the device when that is chosen', async () => {
  passkeyDevice()
  await openLogin()
  await user.click(screen.getByLabelText('Запомнить меня'))
  await user.dblClick(button())
  await screen.findByText('Страница /')
  expect(sent).toEqual([{ passkey: signature, _remember_me: true }])
})

test('the login page shows no error after a cancel on the device', async () => {
  const device = passkeyDevice()
  device.responds = 'cancels'
  await openLogin()
  await user.click(button())
  await waitFor(() => expect(device.prompts).toBe(1))
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([''])
})

test('the login page reports a passkey that the portal does not know, and leaves the password form', async () => {
  passkeyDevice()
  stub(signInByPasskey, () => {
    throw new ProblemResponse(422, 'passkey_invalid')
  })
  await openLogin()
  await user.click(button())
  expect(await screen.findByText(/^Ключ доступа не подошёл/)).toBeVisible()
  expect(screen.getByLabelText('Пароль')).toBeVisible()
})

// spec: 2.46
test('the login page signs in by the passkey that is chosen from the browser’s own list', async () => {
  const device = passkeyDevice({ fillsIn: true })
  await openLogin()
  expect(screen.getByLabelText('Телефон')).toHaveAttribute('autocomplete', 'username webauthn')
  await waitFor(() => expect(challenges).toBe(1))
  await waitFor(() => expect(device.offers).toBe(1))
  act(() => device.choose())
  await screen.findByText('Страница /')
  expect(sent).toEqual([{ passkey: signature, _remember_me: false }])
})

test('the login page offers the browser’s own list again after a prompt of the button was canceled', async () => {
  const device = passkeyDevice({ fillsIn: true })
  await openLogin()
  await waitFor(() => expect(device.offers).toBe(1))
  device.responds = 'cancels'
  await user.click(button())
  await waitFor(() => expect(device.offers).toBe(2))
  device.responds = 'signs'
  act(() => device.choose())
  await screen.findByText('Страница /')
})

const toPassword = () => screen.getByRole('button', { name: 'Войти по паролю' })
const isPasskeyFirst = () => screen.queryByRole('button', { name: 'Войти' }) === null

// spec: 2.190
test('the login page shows the passkey first where it was the last way in, and phone and password after a tap', async () => {
  passkeyDevice()
  await openLogin()
  expect(isPasskeyFirst()).toBe(false)
  await user.click(button())
  await screen.findByText('Страница /')
  closePortal()

  await openLogin()
  expect(isPasskeyFirst()).toBe(true)
  await user.click(toPassword())
  expect(isPasskeyFirst()).toBe(false)
  await waitFor(() => expect(screen.getByLabelText('Телефон')).toHaveFocus())
  await user.keyboard('9000000001')
  await user.type(screen.getByLabelText('Пароль'), 'demo-password')
  stub(login, () => anna)
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  await screen.findByText('Страница /')
  closePortal()

  await openLogin()
  expect(isPasskeyFirst()).toBe(false)
})

test('the login page shows phone and password when the portal does not know the passkey', async () => {
  passkeyDevice()
  rememberWayIn('passkey')
  stub(signInByPasskey, () => {
    throw new ProblemResponse(422, 'passkey_invalid')
  })
  await openLogin()
  expect(isPasskeyFirst()).toBe(true)
  await user.click(button())
  await screen.findByText(/^Ключ доступа не подошёл/)
  expect(isPasskeyFirst()).toBe(false)
})

test('the login page shows phone and password in a browser that has no passkeys any more', async () => {
  rememberWayIn('passkey')
  await openLogin()
  expect(isPasskeyFirst()).toBe(false)
})

// spec: 2.46
test('the login page shows nothing of passkeys in a browser without them', async () => {
  await openLogin()
  expect(screen.queryByRole('button', { name: 'Открыть ключом доступа' })).toBeNull()
  expect(screen.getByLabelText('Телефон')).toHaveAttribute('autocomplete', 'username')
  expect(challenges).toBe(0)
})
