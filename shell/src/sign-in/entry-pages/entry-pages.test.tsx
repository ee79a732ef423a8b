import { getInvitation, joinRestaurant } from '@portal/contracts/invitation'
import { sendOtp } from '@portal/contracts/otp'
import { login } from '@portal/contracts/session'
import { stub } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openInvitation } from '../../testing/open-invitation.ts'
import { openHtml, runCode } from './testing/open-html.ts'

const user = userEvent.setup()
const anna = { id: 'u1', name: 'Анна Смирнова', phone_masked: '+7 (900) •••-••-01', photo_url: null }
let sent: object[] = []

beforeEach(() => {
  sent = []
  stub(login, ({ body }) => {
    sent.push(body)
    return anna
  })
  stub(getInvitation, () => ({ ...openInvitation, restaurant: { name: 'Берёзка' } }))
})

const phone = () => screen.getByLabelText('Телефон') as HTMLInputElement
const password = () => screen.getByLabelText('Пароль') as HTMLInputElement
const press = (name: string) => user.click(screen.getByRole('button', { name }))

/** The documents that the page has opened in its place. */
function watchDocuments(): string[] {
  const opened: string[] = []
  vi.spyOn(location, 'replace').mockImplementation((address) => void opened.push(String(address)))
  return opened
}

test('an entry page signs in with what was typed and sent before the page had code', async () => {
  const opened = watchDocuments()
  openHtml('/login', '/login?back=%2Fout')
  await user.type(phone(), '9000000001')
  await user.click(screen.getByLabelText('Запомнить меня'))
  await user.type(password(), 'demo-password{Enter}')
  expect(sent).toEqual([])
  // Nothing that was typed has become a part of the address.
  expect(location.search).toBe('?back=%2Fout')
  await runCode()
  await waitFor(() => expect(opened).toEqual(['/out']))
  expect(sent).toEqual([{ phoneNumber: '+79000000001', password: 'demo-password', _remember_me: true }])
  expect(screen.getByText('Открываем страницу')).toBeDefined()
})

test('an entry page goes on with what was typed, and with what is typed from then on', async () => {
  openHtml('/login')
  await user.type(phone(), '900000')
  await user.type(password(), 'demo-')
  await press('Показать пароль')
  await runCode()
  expect(await screen.findByRole('button', { name: 'Скрыть пароль' })).toBeDefined()
  await waitFor(() => expect(phone().value).toBe('+7 (900) 000'))
  await user.type(phone(), '0001')
  await user.type(password(), 'password')
  expect(phone().value).toBe('+7 (900) 000-00-01')
  expect(password()).toMatchObject({ value: 'demo-password', type: 'text' })
  watchDocuments()
  await press('Войти')
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ password: 'demo-password' })]))
})

test('two taps on a link whose page is not loaded yet are one entry of the history', async () => {
  openHtml('/login')
  await runCode()
  const before = history.length
  const link = screen.getByRole('link', { name: 'Забыли пароль?' })
  link.click()
  link.click()
  await screen.findByRole('button', { name: 'Получить код' })
  expect(history.length).toBe(before + 1)
})

test('an entry page shows at the fields what is wrong', async () => {
  openHtml('/login')
  await runCode()
  await press('Войти')
  await screen.findByText('Введите пароль')
  const describedBy = password().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(describedBy)?.textContent).toBe('Введите пароль')
  expect(sent).toEqual([])
})

test('an entry page keeps the address to return to in its links', async () => {
  openHtml('/login', '/login?back=%2Fout')
  await runCode()
  const link = screen.getByRole('link', { name: 'Забыли пароль?' })
  await waitFor(() => expect(link.getAttribute('href')).toBe('/password/recovery?back=%2Fout'))
  await user.click(link)
  await screen.findByRole('heading', { level: 1, name: 'Восстановление пароля' })
  expect(location.pathname + location.search).toBe('/password/recovery?back=%2Fout')
  await waitFor(() => expect(document.title).toBe('Восстановление пароля — Чаевые'))
  history.back()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Вход'))
})

test('an entry page accepts only digits as the code', async () => {
  stub(sendOtp, () => ({ phone_masked: '+7 (900) •••-••-01', digits: 6, expires_in: 300, resend_in: 60 }))
  openHtml('/password/recovery')
  await user.type(phone(), '9000000001')
  await runCode()
  await press('Получить код')
  const code = (await screen.findByLabelText('Код из СМС')) as HTMLInputElement
  await waitFor(() => expect(document.activeElement).toBe(code))
  await user.keyboard('12ab3')
  expect(code.value).toBe('123')
})

test('an entry page renders the form for a browser whose session has ended, to which the server sends no HTML', async () => {
  openHtml('/login').textContent = ''
  await runCode()
  await user.type(phone(), '9000000001')
  expect(phone().value).toBe('+7 (900) 000-00-01')
})

test('an entry page sends a signed-in user on, and never to another site', async () => {
  localStorage.setItem('chaevye:user', JSON.stringify({ id: anna.id, name: anna.name }))
  const opened = watchDocuments()
  openHtml('/login', '/login?back=//evil.example/x')
  vi.resetModules()
  await import('./main.tsx')
  expect(opened).toEqual(['/'])
})

test('an entry page accepts an invitation after signing in, and hands the new restaurant to the portal', async () => {
  const employee = {
    id: 'e2',
    default: false,
    manager: false,
    restaurant: { id: 'r2', name: 'Берёзка', bank: 'Т-Банк' },
  }
  stub(joinRestaurant, () => employee)
  const opened = watchDocuments()
  openHtml('/i/:code', '/i/DEMO-BEREZKA')
  await runCode()
  await user.click(await screen.findByRole('link', { name: 'У меня уже есть аккаунт' }))
  await user.type(await screen.findByLabelText('Телефон'), '9000000001')
  await user.type(password(), 'demo-password')
  await press('Войти')
  await waitFor(() => expect(opened).toEqual(['/']))
  // The next document.
  vi.resetModules()
  const { takeOver } = await import('../../session/handed-over.ts')
  const { useSession } = await import('@portal/shared/session/store')
  takeOver()
  expect(useSession.getState()).toMatchObject({
    user: { id: anna.id },
    currentEmployee: employee,
    toasts: [{ text: 'Ресторан «Берёзка» добавлен' }],
  })
})
