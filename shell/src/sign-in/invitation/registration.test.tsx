import { consentVersions } from '@portal/contracts/consent'
import { acceptInvitation, getInvitation } from '@portal/contracts/invitation'
import { checkOtp } from '@portal/contracts/otp'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { openInvitation } from '../../testing/open-invitation.ts'
import { anna, openPortal } from '../../testing/open-portal.tsx'
import {
  atHome,
  fillAccount,
  labelled,
  press,
  register,
  rejectWith,
  test,
  toAccount,
  user,
} from './testing/invitation-test.ts'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
  loadPageAhead: () => {},
}))

// spec: 2.51
test('the registration registers a new user and goes home', async ({ server }) => {
  await register()
  await atHome()
  expect(location.pathname).toBe('/')
  expect(server.sentTo).toEqual(['registration +79000000001'])
  expect(server.registered).toEqual([
    {
      name: 'Анна Смирнова',
      phone_number: '+79000000001',
      code: '123456',
      password: 'new-password',
      consents: consentVersions(openInvitation.consents),
      _remember_me: false,
    },
  ])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('new-password')
})

test('the registration remembers the session on a phone, unless its user objects', async ({ server }) => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query === '(pointer: coarse)' ? 'all' : query),
  )
  await toAccount()
  await fillAccount()
  expect(await labelled('Запомнить на этом телефоне')).toBeChecked()
  await press('Зарегистрироваться')
  await atHome()
  expect(server.registered).toMatchObject([{ _remember_me: true }])
  vi.restoreAllMocks()
})

test.for(['Принимаю условия оферты', 'Даю согласие на обработку персональных данных'])(
  'the registration registers no user without «%s»',
  async (consent, { server }) => {
    await toAccount()
    await fillAccount()
    await user.click(await labelled(consent))
    await press('Зарегистрироваться')
    await waitFor(async () => expect(await labelled(consent)).toHaveFocus())
    expect(await labelled(consent)).toHaveAttribute('aria-invalid', 'true')
    expect(server.registered).toEqual([])
  },
)

test('the registration shows that the invitation was used while the form was filled', async () => {
  stub(acceptInvitation, rejectWith(410, 'invitation_used'))
  await register()
  expect(await screen.findByText(/Приглашение не найдено или устарело/)).toBeVisible()
})

test.for([
  [{ name: '', phone: '' }, 'Введите имя', 'Введите номер телефона полностью'],
  [{ name: '  ', phone: '9000000001' }, 'Введите имя', ''],
  [{ name: '\u200b', phone: '9000000001' }, 'Введите имя', ''],
  [{ name: 'Bepa Hoвикова', phone: '9000000001' }, 'Не смешивайте русские буквы с латинскими и с цифрами', ''],
  [{ name: 'А'.repeat(101), phone: '90000' }, 'Имя — не более 100\u00A0символов', 'Введите номер телефона полностью'],
] as const)('%j goes nowhere, and stays', async ([{ name, phone }, nameError, phoneError], { server }) => {
  openPortal('/i/WELCOME', null)
  if (name) await user.type(await labelled('Имя'), name)
  if (phone) await user.type(await labelled('Телефон'), phone)
  await press('Получить код')
  expect(await screen.findByText(phoneError || nameError)).toBeVisible()
  expect(await labelled('Имя')).toHaveAccessibleDescription(nameError)
  expect(await labelled('Имя')).toHaveValue(name)
  expect(await labelled('Телефон')).toHaveAccessibleDescription(phoneError)
  expect(server.sentTo).toEqual([])
})

test.for(failures)('%s to a code: it stays, and can be sent again', async ([failure, text]) => {
  stub(checkOtp, () => {
    throw failure
  })
  await toAccount()
  expect(await screen.findByText(text)).toBeVisible()
  expect(await labelled('Код из СМС')).toHaveValue('123456')

  stub(checkOtp, () => ({ valid: true as const }))
  await press('Продолжить')
  await labelled('Пароль')
})

const weakPassword = new ProblemResponse(422, 'password_weak', { errors: { password: ['password_personal'] } })

test.for([
  ...failures,
  [wrongField('password'), 'Пароль — проверьте, что введено'],
  [weakPassword, /^Имя, ресторан или название портала в пароле легко угадать/],
] as const)('the registration leaves all that was typed after %s', async ([failure, text], { server }) => {
  stub(acceptInvitation, () => {
    throw failure
  })
  await register()
  expect(await screen.findByText(text)).toBeVisible()
  expect(await labelled('Пароль')).toHaveValue('new-password')
  expect(await labelled('Принимаю условия оферты')).toBeChecked()
  await press('Назад')
  expect(await labelled('Имя')).toHaveValue('Анна Смирнова')
  expect(await labelled('Телефон')).toHaveValue('+7 (900) 000-00-01')
  await press('Получить код')
  expect(await labelled('Пароль')).toHaveValue('new-password')
  expect(server.sentTo).toHaveLength(1)
})

test('the registration shows a text that has changed meanwhile, and requires agreement to it', async ({ server }) => {
  const errors = { 'consents.offer': ['consent_outdated'] }
  await toAccount()
  await fillAccount()
  const offer = { version: '2026-12-01 77aa', text: 'Новая оферта.' }
  stub(getInvitation, () => ({ ...openInvitation, consents: { ...openInvitation.consents, offer } }))
  stub(acceptInvitation, rejectWith(422, 'consent_outdated', { errors }))
  await press('Зарегистрироваться')
  expect(await screen.findByText('Текст изменился. Прочитайте его и поставьте галочку ещё раз')).toBeVisible()
  expect(screen.getByText('Новая оферта.')).toBeInTheDocument()
  expect(await labelled('Принимаю условия оферты')).not.toBeChecked()
  expect(await labelled('Даю согласие на обработку персональных данных')).toBeChecked()
  expect(await labelled('Пароль')).toHaveValue('new-password')

  stub(acceptInvitation, ({ body }) => {
    server.registered.push(body)
    return anna
  })
  await user.click(await labelled('Принимаю условия оферты'))
  await press('Зарегистрироваться')
  await atHome()
  expect(server.registered).toMatchObject([{ consents: { offer: offer.version } }])
})

test('the registration shows at its field that the server rejects a name', async () => {
  stub(acceptInvitation, () => {
    throw wrongField('name')
  })
  await register()
  expect(await screen.findByText('Имя — проверьте, что введено')).toBeVisible()
  expect(await labelled('Имя')).toHaveValue('Анна Смирнова')

  await user.type(await labelled('Имя'), '!')
  await press('Получить код')
  expect(await labelled('Пароль')).toHaveValue('new-password')
})

test('the registration requests a code again that has expired meanwhile, and leaves the rest', async () => {
  stub(acceptInvitation, rejectWith(410, 'otp_expired'))
  await register()
  expect(await screen.findByText('Код устарел. Введите новый.')).toBeVisible()
  await user.type(await labelled('Код из СМС'), '123456')
  await press('Продолжить')
  expect(await labelled('Пароль')).toHaveValue('new-password')
})

// spec: 6.25
test('the registration signs in on the next attempt when the response to the registration was lost', async () => {
  stub(acceptInvitation, () => {
    throw new NetworkError()
  })
  await register()
  await screen.findByText(/Нет соединения/)
  stub(acceptInvitation, rejectWith(410, 'invitation_used'))
  await press('Зарегистрироваться')
  await atHome()
})
