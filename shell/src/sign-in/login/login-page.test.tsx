import { login } from '@portal/contracts/session'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { listenWhile, readAloud } from '@portal/shared/testing/screen-reader'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, berezka, closePortal, openPortal, stubSession } from '../../testing/open-portal.tsx'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
  loadPageAhead: () => {},
}))

const user = userEvent.setup()
let requests: object[] = []

beforeEach(() => {
  requests = []
  stubSession([berezka])
  stub(login, ({ body }) => {
    requests.push(body)
    return anna
  })
})
afterEach(closePortal)

const phone = () => screen.getByLabelText('Телефон')
const password = () => screen.getByLabelText('Пароль')
const signIn = () => user.click(screen.getByRole('button', { name: 'Войти' }))

async function fill(typed: { phone: string; password: string }) {
  openPortal('/login', null)
  await screen.findByLabelText('Телефон')
  if (typed.phone) await user.type(phone(), typed.phone)
  if (typed.password) await user.type(password(), typed.password)
  await signIn()
}

const alertWith = (text: string) => screen.getByText(text).closest<HTMLElement>('[role=alert]') as HTMLElement

const right = { phone: '9000000001', password: 'demo-password' }

// spec: 2.45
test.for([
  [{ phone: '', password: '' }, 'Введите номер телефона полностью', 'Введите пароль'],
  [{ phone: '90000', password: '' }, 'Введите номер телефона полностью', 'Введите пароль'],
  [{ phone: '90000', password: 'demo-password' }, 'Введите номер телефона полностью', ''],
  [{ phone: '9000000001', password: '' }, '', 'Введите пароль'],
] as const)('%j is not sent, and stays', async ([typed, phoneError, passwordError]) => {
  await fill(typed)
  await screen.findByText(phoneError || passwordError)
  expect(phoneError ? phone() : password()).toHaveFocus()
  expect(phone()).toHaveAccessibleDescription(phoneError)
  expect(password()).toHaveAccessibleDescription(passwordError)
  expect(password()).toHaveValue(typed.password)
  expect(requests).toEqual([])
})

test.for([
  ...failures,
  [new ProblemResponse(401, 'invalid_credentials'), 'Неверный телефон или пароль'],
  [new ProblemResponse(429, 'login_locked', { retry_after: 900 }), 'Слишком много попыток. Повторите через 15 минут'],
  [wrongField('phoneNumber'), 'Телефон — проверьте, что введено'],
] as const)('%s: «%s»; what was typed stays, and can be sent again', async ([failure, text]) => {
  stub(login, () => {
    throw failure
  })
  await fill(right)
  expect(await screen.findByText(text)).toBeVisible()
  expect(phone()).toHaveValue('+7 (900) 000-00-01')
  expect(password()).toHaveValue('demo-password')

  stub(login, ({ body }) => {
    requests.push(body)
    return anna
  })
  await signIn()
  await screen.findByText('Страница /')
  expect(requests).toEqual([{ phoneNumber: '+79000000001', password: 'demo-password', _remember_me: false }])
})

test('the login page signs in once for Enter twice', async () => {
  openPortal('/login', null)
  await user.type(await screen.findByLabelText('Телефон'), right.phone)
  await user.type(password(), `${right.password}{Enter}{Enter}`)
  await screen.findByText('Страница /')
  expect(requests).toHaveLength(1)
})

test('the login page announces an error and reads it again at its field; a rejection by the server is an alert', async () => {
  openPortal('/login', null)
  await screen.findByLabelText('Телефон')
  const spoken = await listenWhile(async () => {
    await signIn()
    await screen.findByText('Введите пароль')
  })
  expect(spoken).toEqual(expect.arrayContaining(['polite: Введите номер телефона полностью', 'polite: Введите пароль']))
  const wrong = (await readAloud(document.body)).filter((phrase) => phrase.includes(', Введите '))
  expect(wrong).toEqual([
    expect.stringContaining('Телефон, Введите номер телефона полностью'),
    expect.stringContaining('Пароль, Введите пароль'),
  ])

  stub(login, () => {
    throw new ProblemResponse(401, 'invalid_credentials')
  })
  await user.type(phone(), right.phone)
  await user.type(password(), right.password)
  await signIn()
  await screen.findByText('Неверный телефон или пароль')
  expect(await readAloud(alertWith('Неверный телефон или пароль'))).toContain('Неверный телефон или пароль')
})
