import { PhoneField } from '@portal/shared/forms/phone-field'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const Phone = z.object({ phone: z.string() })
const input = () => screen.getByRole('textbox', { name: 'Телефон' })

function phoneForm(phone = '') {
  return renderForm({ schema: Phone, values: { phone }, children: <PhoneField name="phone" label="Телефон" /> })
}

describe.each(['typed', 'pasted'] as const)('%s', (way) => {
  test.each(['89991234567', '+79991234567', '79991234567', '9991234567', '8 (999) 123-45-67', ' +7 999 123 45 67 '])(
    '%j is +7 (999) 123-45-67, sent as +79991234567',
    async (text) => {
      const { user, sent } = phoneForm()
      await user.click(input())
      await (way === 'typed' ? user.keyboard(text) : user.paste(`${text}\n`))
      expect(input()).toHaveValue('+7 (999) 123-45-67')
      await user.click(screen.getByRole('button'))
      await waitFor(() => expect(sent).toEqual([{ phone: '+79991234567' }]))
    },
  )
})

test('ignores letters, and digits past the end', async () => {
  const { user } = phoneForm()
  await user.type(input(), 'a9b9c91234567890')
  expect(input()).toHaveValue('+7 (999) 123-45-67')
})

test('is deleted to nothing by Backspace', async () => {
  const { user, sent } = phoneForm('+7999')
  expect(input()).toHaveValue('+7 (999')
  await user.type(input(), '{Backspace}{Backspace}{Backspace}')
  expect(input()).toHaveValue('')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ phone: '' }]))
})
