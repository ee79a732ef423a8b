import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const input = () => screen.getByRole('textbox', { name: 'Телефон' })
const send = () => screen.getByRole('button', { name: 'Отправить' })

function phoneForm(phone = '') {
  const schema = z.object({ phone: wholePhone() })
  return renderForm({ schema, values: { phone }, children: <PhoneField name="phone" label="Телефон" /> })
}

// spec: 4.4
test.each(['typed', 'pasted'] as const)('a phone that is %s is sent as on the wire', async (way) => {
  const { user, sent } = phoneForm()
  await user.click(input())
  await (way === 'typed' ? user.keyboard('a8 (999) 123-45-67') : user.paste(' 8 999 123 45 67\n'))
  expect(input()).toHaveValue('+7 (999) 123-45-67')
  expect(input()).toBeValid()
  await user.click(send())
  await waitFor(() => expect(sent).toEqual([{ phone: '+79991234567' }]))
})

const foreign = 'Только российский номер: +7 9…'

test.each([
  ['+998 90 123-45-67', foreign],
  ['+7 701 123 45 67', foreign],
  ['8 800 555 35 35', 'Нужен мобильный номер: +7 9…'],
  ['998901234567', 'Лишние цифры. Нужен российский номер: +7 9…'],
  ['8 999 123-45-67, 8 999 765-43-21', 'Оставьте один номер: +7 9…'],
])('%s stays as it is written, is an error, and is not sent', async (text, error) => {
  const { user, sent } = phoneForm()
  await user.click(input())
  await user.paste(text)
  expect(input()).toHaveValue(text)
  expect(input()).toHaveAccessibleDescription(error)
  expect(input()).toBeInvalid()
  await user.click(send())
  await waitFor(() => expect(input()).toHaveFocus())
  expect(input()).toHaveAccessibleDescription(error)
  expect(sent).toEqual([])
})

test('text that may still become a Russian number is no error while it is typed', async () => {
  const { user, sent } = phoneForm()
  await user.click(input())
  for (const key of '8107 8 916 123 45 6') {
    await user.keyboard(key)
    expect(input()).toBeValid()
  }
  await user.click(send())
  await waitFor(() => expect(input()).toHaveAccessibleDescription('Введите номер телефона полностью'))
  expect(sent).toEqual([])
})

test('Backspace deletes the whole number', async () => {
  const { user } = phoneForm('+7999')
  expect(input()).toHaveValue('+7 (999')
  await user.type(input(), '{Backspace}{Backspace}{Backspace}')
  expect(input()).toHaveValue('')
})
