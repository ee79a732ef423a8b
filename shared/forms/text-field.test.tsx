import { PasswordField } from '@portal/shared/forms/password-field'
import { TextField } from '@portal/shared/forms/text-field'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const Short = z.object({ name: z.string().check(z.maxLength(3, 'Не более 3 букв')) })
const field = <TextField name="name" label="Имя" hint="Как в паспорте" />
const input = () => screen.getByRole('textbox', { name: 'Имя' })

afterEach(() => {
  vi.useRealTimers()
})

test('a field is named by its label and described by its hint', () => {
  renderForm({ schema: Short, values: { name: '' }, children: field })
  expect(input()).toHaveAccessibleDescription(/Как в паспорте/)
})

// spec: 11.8
test('shows a key immediately and gives it to the form 20 ms later', async () => {
  const { user } = renderForm({ schema: Short, values: { name: 'Анна' }, children: field })
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(input()).toBeInvalid())

  vi.useFakeTimers()
  fireEvent.change(input(), { target: { value: 'Ани' } })
  expect(input()).toHaveValue('Ани')
  await act(() => vi.advanceTimersByTimeAsync(19))
  expect(input()).toBeInvalid()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(input()).toBeValid()
})

test('sends every key of the form, however soon', async () => {
  const { sent } = renderForm({ schema: Short, values: { name: '' }, children: field })
  fireEvent.change(input(), { target: { value: 'Яна' } })
  fireEvent.submit(input())
  await waitFor(() => expect(sent).toEqual([{ name: 'Яна' }]))
})

// spec: 2.44
test('hides a password until it is to be shown', async () => {
  const { user } = renderForm({
    schema: z.object({ password: z.string() }),
    values: { password: '' },
    children: <PasswordField name="password" label="Пароль" autoComplete="current-password" />,
  })
  const password = screen.getByLabelText('Пароль')
  expect(password).toHaveAttribute('type', 'password')
  await user.type(password, 'secret')

  await user.click(screen.getByRole('button', { name: 'Показать пароль' }))
  expect(password).toHaveAttribute('type', 'text')
  expect(password).toHaveValue('secret')
  await user.click(screen.getByRole('button', { name: 'Скрыть пароль' }))
  expect(password).toHaveAttribute('type', 'password')
})
