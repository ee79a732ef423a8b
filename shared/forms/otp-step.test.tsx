import type { OtpSent } from '@portal/contracts/otp'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { ApiError } from '@portal/shared/http/api-error'
import { seenText } from '@portal/shared/testing/seen-text'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

const sentCode: OtpSent = { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (999) •••-••-67' }

function problem(status: number, code: string, data: object = {}) {
  return new ApiError(status, { code, message: code, ...data })
}

/** Renders the step against a stubbed server: `failing` are its next responses. */
function renderStep(failing: { send?: ApiError; code?: ApiError } = {}) {
  const messages: string[] = []
  const codes: string[] = []
  render(
    <OtpStep
      submitLabel="Вывести 500 ₽"
      send={async () => {
        if (failing.send) throw failing.send
        messages.push('code')
        return sentCode
      }}
      onSubmit={async (code) => {
        codes.push(code)
        if (failing.code) throw failing.code
      }}
    />,
  )
  return { messages, codes, failing, user: userEvent.setup() }
}

const code = () => screen.getByRole('textbox', { name: 'Код из СМС' })
const confirm = () => screen.getByRole('button', { name: 'Вывести 500 ₽' })

afterEach(() => {
  vi.useRealTimers()
})

// spec: 2.39
test('sends one message on entering, shows where to, and waits for the code', async () => {
  const { messages } = renderStep()
  expect(seenText(await screen.findByText('Код отправлен на'))).toBe('Код отправлен на +7 (999) •••-••-67')
  expect(messages).toHaveLength(1)
  expect(code()).toHaveFocus()
})

// spec: 2.39
test('offers another message after the interval that the server returns', async () => {
  vi.useFakeTimers()
  const { messages } = renderStep()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('button', { name: 'Отправить повторно через 1:00' })).toBeDisabled()
  for (let second = 0; second < 59; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole('button', { name: 'Отправить повторно через 0:01' })).toBeDisabled()
  await act(() => vi.advanceTimersByTimeAsync(1000))

  const again = screen.getByRole('button', { name: 'Отправить повторно' })
  expect(again).toBeEnabled()
  act(() => again.focus())
  // The second half of a double click comes before the response.
  act(() => again.click())
  act(() => again.click())
  expect(code()).toHaveFocus()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(messages).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Отправить повторно через 1:00' })).toBeDisabled()
})

test.each([
  // Neither timers nor performance.now() run meanwhile.
  ['the phone has slept for 45 s', 45_000, '0:14'],
  ['the clock of the phone was set back', -3_600_000, '0:59'],
])('offers another message after the same interval when %s', async (_, jumpMs, left) => {
  vi.useFakeTimers()
  renderStep()
  await act(() => vi.advanceTimersByTimeAsync(0))
  vi.setSystemTime(Date.now() + jumpMs)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole('button', { name: `Отправить повторно через ${left}` })).toBeDisabled()
})

test('offers another message immediately when the page is shown after the interval', async () => {
  vi.useFakeTimers()
  renderStep()
  await act(() => vi.advanceTimersByTimeAsync(0))
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('button', { name: 'Отправить повторно' })).toBeEnabled()
})

test('sends a whole code, and no part of one', async () => {
  const { codes, user } = renderStep()
  await user.type(code(), '123{Enter}')
  expect(await screen.findByText('Введите код целиком')).toBeVisible()
  await user.type(code(), '456{Enter}')
  await waitFor(() => expect(codes).toEqual(['123456']))
})

// spec: 2.40
test.each([
  [problem(422, 'otp_invalid', { attempts_left: 1 }), 'Неверный код. Осталась 1\u00A0попытка'],
  [problem(422, 'otp_invalid', { attempts_left: 2 }), 'Неверный код. Осталось 2\u00A0попытки'],
  [problem(422, 'otp_invalid', { attempts_left: 5 }), 'Неверный код. Осталось 5\u00A0попыток'],
  [problem(422, 'otp_invalid'), 'Неверный код'],
  [problem(410, 'otp_expired'), 'Код устарел. Запросите новый'],
  [problem(429, 'otp_blocked', { retry_after: 900 }), 'Слишком много попыток. Повторите через 15\u00A0минут'],
])('shows %s at the code, which stays', async (response, text) => {
  const { user } = renderStep({ code: response })
  await user.type(code(), '123456')
  await user.click(confirm())
  await waitFor(() => expect(code()).toHaveAccessibleDescription(text))
  expect(code()).toHaveValue('123456')
  expect(code()).toHaveFocus()
})

test('shows any other failure in the form, and sends the same code again', async () => {
  const { codes, failing, user } = renderStep({ code: problem(0, 'offline') })
  await user.type(code(), '123456')
  await user.click(confirm())
  expect(await screen.findByRole('alert')).toHaveTextContent('Нет соединения с интернетом')

  delete failing.code
  await user.click(confirm())
  await waitFor(() => expect(codes).toEqual(['123456', '123456']))
})

test('shows that a message could not be sent, and offers another', async () => {
  const { messages, failing, user } = renderStep({ send: problem(503, 'sms_unavailable') })
  expect(await screen.findByRole('alert')).toHaveTextContent('СМС сейчас не уходят')

  delete failing.send
  await user.click(screen.getByRole('button', { name: 'Отправить повторно' }))
  expect(await screen.findByText(/Код отправлен на/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(messages).toHaveLength(1)
})

test('shows how long to wait, and no sent code, after more codes than an hour allows', async () => {
  renderStep({ send: problem(429, 'otp_too_often', { retry_after: 2400 }) })
  expect(await screen.findByText(/Повторите через 40\sминут\. Если код уже пришёл, введите его/)).toBeVisible()
})

test('accepts the code sent a moment ago when the next one has to wait', async () => {
  const { codes, user } = renderStep({ send: problem(429, 'otp_too_often', { retry_after: 42 }) })
  expect(await screen.findByRole('button', { name: 'Отправить повторно через 0:42' })).toBeDisabled()
  await user.type(code(), '123456')
  await user.click(confirm())
  await waitFor(() => expect(codes).toEqual(['123456']))
})
