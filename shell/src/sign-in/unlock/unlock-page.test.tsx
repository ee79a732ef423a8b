import { getAppLock, startPasskeyUnlock, unlockByPasskey, unlockByPin } from '@portal/contracts/app-lock'
import { logout } from '@portal/contracts/session'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice, requestOptions, signature } from '@portal/shared/testing/passkey-device'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, berezka, closePortal, openPortal, stubSession } from '../../testing/open-portal.tsx'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
  loadPageAhead: () => {},
}))

let lock: { digits: number | null; after_minutes: number | null; locked: boolean; has_passkeys: boolean }
const opened = () => {
  lock = { ...lock, locked: false }
  return undefined
}

beforeEach(() => {
  lock = { digits: 4, after_minutes: 1, locked: true, has_passkeys: false }
  stubSession([berezka])
  stub(getAppLock, () => lock)
})
afterEach(() => {
  closePortal()
  forgetPasskeyDevice()
})

/** Types into what has the focus, as a user does who opens the page. */
async function type(pin: string) {
  const field = await screen.findByLabelText('Код-пароль')
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.keyboard(pin)
}

// spec: 2.194, 2.196
test('the last digit of the PIN opens the page, also after a wrong one, which is cleared', async () => {
  stub(unlockByPin, ({ body: { pin } }) => {
    if (pin !== '8253')
      throw new ProblemResponse(422, 'pin_invalid', { attempts_left: 1, errors: { pin: ['pin_invalid'] } })
    return opened()
  })
  openPortal('/unlock?back=%2Fbilling', anna)
  expect(await screen.findByText('Здравствуйте, Анна!')).toBeVisible()
  await type('1357')
  await screen.findByText(/^Неверный код-пароль\. Осталась 1 попытка/)
  expect(screen.getByLabelText('Код-пароль')).toHaveValue('')
  await type('٨٢٥٣')
  await screen.findByText('Страница /billing')
})

test('the lock keeps a PIN that was not checked, and sends it again by the button', async () => {
  stub(unlockByPin, () => {
    throw new ProblemResponse(503, 'unavailable')
  })
  openPortal('/unlock?back=%2Fbilling', anna)
  await type('8253')
  await screen.findByText(/^Портал временно не работает/)
  expect(screen.getByLabelText('Код-пароль')).toHaveValue('8253')
  stub(unlockByPin, opened)
  await userEvent.click(screen.getByRole('button', { name: 'Открыть' }))
  await screen.findByText('Страница /billing')
})

// spec: 2.194
test('the lock opens by a passkey of the user', async () => {
  passkeyDevice()
  lock.has_passkeys = true
  stub(startPasskeyUnlock, () => requestOptions)
  stub(unlockByPasskey, ({ body }) => {
    expect(body).toEqual({ passkey: signature })
    return opened()
  })
  openPortal('/unlock', anna)
  await userEvent.click(await screen.findByRole('button', { name: 'Открыть ключом доступа' }))
  await screen.findByText('Страница /')
})

test('the lock leads to the login page when the PIN is forgotten, or the session has ended', async () => {
  stub(logout, () => undefined)
  openPortal('/unlock?back=%2Fbilling', anna)
  await userEvent.click(await screen.findByRole('button', { name: /^Забыли/ }))
  await screen.findByRole('heading', { level: 1, name: 'Вход' })
  await screen.findByLabelText('Телефон')
  expect(screen.queryByText(/^Сеанс закончился/)).toBeNull()
  expect(location.search).toBe('?back=%2Fbilling')
  closePortal()

  stub(unlockByPin, () => {
    throw new ProblemResponse(401, 'unauthorized')
  })
  openPortal('/unlock', anna)
  await type('1357')
  await screen.findByRole('heading', { level: 1, name: 'Вход' })
  await screen.findByLabelText('Телефон')
  expect(screen.getByText('Сеанс закончился. Войдите ещё раз.')).toBeVisible()
})

test('an unlocked portal opens its page immediately', async () => {
  opened()
  openPortal('/unlock?back=%2Fbilling', anna)
  await screen.findByText('Страница /billing')
})

test('the lock sends nothing that has fewer digits than the PIN', async () => {
  const sent = vi.fn()
  stub(unlockByPin, sent)
  openPortal('/unlock', anna)
  await type('135{Enter}')
  await screen.findByText('Введите 4 цифры')
  await waitFor(() => expect(sent).not.toHaveBeenCalled())
})
