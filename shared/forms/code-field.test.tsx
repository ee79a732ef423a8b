import { CodeField } from '@portal/shared/forms/code-field'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const Code = z.object({ code: z.string() })
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Код' })

function codeForm(digits: number) {
  return renderForm({
    schema: Code,
    values: { code: '' },
    children: <CodeField name="code" label="Код" digits={digits} />,
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// spec: 4.6, 7.3
test('requests a keyboard of digits and autofill of the code', () => {
  codeForm(4)
  expect(input()).toHaveAttribute('inputmode', 'numeric')
  expect(input()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(input()).toHaveAttribute('maxlength', '4')
  expect(input()).toBeRequired()
})

test.each([
  ['12', '12', ''],
  ['12345', '12345', ''],
  ['123456', '123456', '123456'],
  ['1a2b 3-4', '1234', ''],
  ['12345678', '123456', '123456'],
])('typed %j it shows %j and the form has %j', async (typed, shown, value) => {
  const { user, sent } = codeForm(6)
  await user.type(input(), typed)
  expect(input()).toHaveValue(shown)
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ code: value }]))
})

// spec: 7.3
test('clears the code in the form when a digit is deleted', async () => {
  const { user, sent } = codeForm(4)
  await user.type(input(), '1234{Backspace}')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ code: '' }]))
})

test.each(['1234567', '123456 или 654321', 'код'])('refuses %j, in which there is no code', async (text) => {
  const { user } = codeForm(6)
  await user.click(input())
  await user.paste(text)
  expect(input()).toHaveValue('')
  expect(input()).toHaveAccessibleDescription('Нужен код из 6 цифр')
  await user.keyboard('1')
  expect(input()).toBeValid()
})

// spec: 4.6
test('fills in the code that the browser offers (WebOTP)', async () => {
  const message = Promise.withResolvers<{ code: string }>()
  vi.stubGlobal('OTPCredential', class {})
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get: () => message.promise } as never)
  const { user, sent } = codeForm(6)
  await act(async () => message.resolve({ code: '654321' }))
  expect(input()).toHaveValue('654321')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ code: '654321' }]))
})

test('a PIN is not shown, and its last digit submits the form', async () => {
  const { user, sent } = renderForm({
    schema: Code,
    values: { code: '' },
    children: <CodeField name="code" label="Код-пароль" digits={4} isPin />,
  })
  const pin = screen.getByLabelText('Код-пароль')
  await user.type(pin, '825')
  expect(sent).toEqual([])
  await user.keyboard('3')
  await waitFor(() => expect(sent).toEqual([{ code: '8253' }]))
  expect(pin).toHaveAttribute('type', 'password')
  expect(pin).toHaveAttribute('autocomplete', 'off')
  expect(document.body).toHaveTextContent('••••')
  expect(document.body).not.toHaveTextContent(/\d/)
})
