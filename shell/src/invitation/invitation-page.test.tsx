import { consentVersions } from '@portal/shared/contracts/consent'
import { acceptInvitation, getInvitation, joinRestaurant, type NewUser } from '@portal/shared/contracts/invitation'
import { checkOtp, sendOtp } from '@portal/shared/contracts/otp'
import { login } from '@portal/shared/contracts/session'
import { useSession } from '@portal/shared/session/store'
import { answer, Lost, Refused } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, answerSession, berezka, closePortal, mostNotDefault, openPortal } from '../testing/open-portal.tsx'

// Federation needs a browser and a build; what it gives is a page.
vi.mock('../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
}))

const user = userEvent.setup()
let registered: NewUser[] = []
let joined: string[] = []
let sentTo: string[] = []

beforeEach(() => {
  registered = []
  joined = []
  sentTo = []
  answer(getInvitation, () => ({ restaurant: { name: 'Старый мост' }, expires_at: '2030-01-01T00:00:00Z' }))
  answer(sendOtp, ({ params, body }) => {
    sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  answer(checkOtp, ({ body }) => {
    if (body.code !== '123456') throw new Refused(422, 'otp_invalid', { attempts_left: 2 })
    return { valid: true as const }
  })
  answer(acceptInvitation, ({ body }) => {
    registered.push(body)
    return anna
  })
  answer(joinRestaurant, ({ params }) => {
    joined.push(params.code)
    answerSession([berezka, mostNotDefault])
    return mostNotDefault
  })
  answer(login, () => anna)
  answerSession([berezka])
})
afterEach(closePortal)

const labelled = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const atHome = () => screen.findByText('Страница /')

async function toAccount() {
  openPortal('/i/WELCOME', null)
  await user.type(await labelled('Имя'), 'Анна Смирнова')
  await user.type(await labelled('Телефон'), '9000000001')
  await press('Получить код')
  await user.type(await labelled('Код из СМС'), '123456')
  await press('Продолжить')
}

async function fillAccount() {
  await user.type(await labelled('Пароль'), 'new-password')
  await user.type(await labelled('Пароль ещё раз'), 'new-password')
  await user.click(await labelled('Принимаю условия оферты'))
  await user.click(await labelled('Даю согласие на обработку персональных данных'))
}

async function register() {
  await toAccount()
  await fillAccount()
  await press('Зарегистрироваться')
}

const refuse = (status: number, code: string, data?: object) => () => {
  throw new Refused(status, code, data)
}

test('a new person registers and is at home', async () => {
  await register()
  await atHome()
  expect(location.pathname).toBe('/')
  expect(sentTo).toEqual(['registration +79000000001'])
  expect(registered).toEqual([
    {
      name: 'Анна Смирнова',
      phone_number: '+79000000001',
      code: '123456',
      password: 'new-password',
      consents: consentVersions,
    },
  ])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('new-password')
})

test.each(['Принимаю условия оферты', 'Даю согласие на обработку персональных данных'])(
  'without «%s» nobody is registered',
  async (consent) => {
    await toAccount()
    await fillAccount()
    await user.click(await labelled(consent))
    await press('Зарегистрироваться')
    expect(await screen.findByText('Форма не заполнена.')).toBeVisible()
    expect(await labelled(consent)).toHaveAttribute('aria-invalid', 'true')
    expect(registered).toEqual([])
  },
)

test.each([
  [404, 'not_found'],
  [410, 'invitation_expired'],
  [410, 'invitation_used'],
])('%i %s: what to do instead', async (status, code) => {
  answer(getInvitation, refuse(status, code))
  openPortal('/i/WELCOME', null)
  expect(
    await screen.findByText('Приглашение не найдено или устарело. Попросите новую ссылку у менеджера'),
  ).toBeVisible()
})

test('an invitation that did not load may load yet', async () => {
  answer(getInvitation, refuse(429, 'too_often', { retry_after: 60 }))
  openPortal('/i/WELCOME', null)
  expect(await screen.findByText('Не удалось загрузить данные')).toBeVisible()
  answer(getInvitation, () => ({ restaurant: { name: 'Старый мост' }, expires_at: '2030-01-01T00:00:00Z' }))
  await press('Повторить')
  expect(await screen.findByRole('heading', { name: 'Старый мост' })).toBeVisible()
})

test('used up while the form was filled', async () => {
  answer(acceptInvitation, refuse(410, 'invitation_used'))
  await register()
  expect(await screen.findByText(/Приглашение не найдено или устарело/)).toBeVisible()
})

test.each([
  [new Refused(429, 'too_often', { retry_after: 120 }), /Слишком много попыток/],
  [new Refused(503, 'unavailable'), /Сервис временно недоступен/],
  [new Refused(422, 'consent_outdated', { errors: { 'consents.offer': ['consent_outdated'] } }), /Тексты согласий/],
  [new Lost(), /Нет соединения с интернетом/],
])('%s keeps all that was typed', async (failure, text) => {
  answer(acceptInvitation, () => {
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
  expect(sentTo).toHaveLength(1)
})

test('a code that is too old by then is asked for again, and the rest stays', async () => {
  answer(acceptInvitation, refuse(410, 'otp_expired'))
  await register()
  expect(await screen.findByText('Код устарел. Введите новый')).toBeVisible()
  await user.type(await labelled('Код из СМС'), '123456')
  await press('Продолжить')
  expect(await labelled('Пароль')).toHaveValue('new-password')
})

test('registered by an attempt whose answer was lost: the next one signs in', async () => {
  answer(acceptInvitation, () => {
    throw new Lost()
  })
  await register()
  await screen.findByText(/Нет соединения/)
  answer(acceptInvitation, refuse(410, 'invitation_used'))
  await press('Зарегистрироваться')
  await atHome()
})

test('a phone with an account: its owner signs in, and the restaurant is added', async () => {
  answer(acceptInvitation, refuse(409, 'phone_registered', { errors: { phone_number: ['phone_registered'] } }))
  await register()
  expect(await screen.findByText('У вас уже есть аккаунт — войдите, чтобы добавить ресторан')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Войти' }))
  await user.type(await labelled('Телефон'), '9000000001')
  await user.type(await labelled('Пароль'), 'old-password')
  await press('Войти')
  await atHome()
  expect(joined).toEqual(['WELCOME'])
  expect(useSession.getState().currentEmployee).toEqual(mostNotDefault)
})

test('somebody who is signed in is asked first', async () => {
  openPortal('/i/WELCOME')
  expect(await screen.findByText('Вы вошли как Анна Смирнова')).toBeVisible()
  expect(joined).toEqual([])
  await press('Добавить ресторан')
  await atHome()
  expect(joined).toEqual(['WELCOME'])
  await waitFor(() => expect(useSession.getState().currentEmployee).toEqual(mostNotDefault))
})

test('a restaurant that one has already', async () => {
  answer(joinRestaurant, refuse(409, 'already_employed'))
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByText('Ресторан «Старый мост» уже есть среди ваших')).toBeVisible()
})

test('a session that is over: login, and back to be added', async () => {
  answer(joinRestaurant, refuse(401, 'no_session'))
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  expect(location.search).toBe('?back=%2Fi%2FWELCOME')
})

test('joining that failed can be tried again', async () => {
  answer(joinRestaurant, refuse(503, 'unavailable'))
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByText(/Сервис временно недоступен/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Добавить ресторан' })).toBeEnabled()
})
