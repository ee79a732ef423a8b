import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const Money = z.object({ amount: z.nullable(z.number()) })
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Сумма' })
const blank = '\u00A0'

function moneyForm(amount: number | null = null) {
  return renderForm({ schema: Money, values: { amount }, children: <MoneyField name="amount" label="Сумма" /> })
}

test('marks a sum that is wrong while it is typed, and describes it by what is wrong', () => {
  const children = <MoneyField name="amount" label="Сумма" hint="До 100" error="Много" />
  renderForm({ schema: Money, values: { amount: 500 }, children })
  expect(input()).toBeInvalid()
  expect(input()).toHaveAccessibleDescription('Много До 100')
})

test.each([
  ['500', '500', '500', 500],
  ['12345', `12${blank}345`, `12${blank}345`, 12_345],
  ['0500', '500', '500', 500],
  ['.5', '5', '5', 5],
  ['12.5', '12,5', '13', 13],
  ['12,4', '12,4', '12', 12],
  ['1,2.3', '1,23', '1', 1],
  ['1a2b3', '123', '123', 123],
  ['-7', '7', '7', 7],
])('typed %s is shown as %s, after leaving as %s, sent as %d', async (typed, shown, left, value) => {
  const { user, sent } = moneyForm()
  await user.type(input(), typed)
  expect(input()).toHaveValue(shown)
  await user.tab()
  expect(input()).toHaveValue(left)
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ amount: value }]))
})

test('text that is not a sum stays as it is written, is an error, and is not sent', async () => {
  const { user, sent } = moneyForm(500)
  await user.clear(input())
  await user.paste('10,000')
  const error = 'Введите сумму цифрами, например 1500 или 1500,50'
  expect(input()).toHaveAccessibleDescription(error)
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(input()).toHaveFocus())
  expect(input()).toHaveValue('10,000')
  expect(input()).toHaveAccessibleDescription(error)
  expect(sent).toEqual([])

  await user.type(input(), '{Backspace}')
  expect(input()).toBeValid()
  expect(input()).toHaveValue('10,00')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ amount: 10 }]))
})

// spec: 4.5, 7.1
test('moves the blanks after arrows and Backspace', async () => {
  const { user } = moneyForm(12_345)
  await user.type(input(), '{ArrowLeft}{ArrowLeft}{Backspace}')
  expect(input()).toHaveValue(`1${blank}245`)
  await user.keyboard('9')
  expect(input()).toHaveValue(`12${blank}945`)
})

test('an emptied field is null', async () => {
  const { user, sent } = moneyForm(5)
  await user.type(input(), '{Backspace}')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toEqual([{ amount: null }]))
})

test('shows an amount that is chosen elsewhere, zero too', async () => {
  const user = userEvent.setup()
  function WithChoice() {
    const form = useZodForm(Money, { defaultValues: { amount: null } })
    return (
      <Form form={form} onSubmit={() => {}}>
        <MoneyField name="amount" label="Сумма" />
        <button type="button" onClick={() => form.setValue('amount', 5000)}>
          5 000
        </button>
        <button type="button" onClick={() => form.setValue('amount', 0)}>
          0
        </button>
        <SubmitButton>Отправить</SubmitButton>
      </Form>
    )
  }
  render(<WithChoice />)
  await user.type(input(), '12')
  await user.click(screen.getByRole('button', { name: '5 000' }))
  expect(input()).toHaveValue(`5${blank}000`)
  await user.click(screen.getByRole('button', { name: '0' }))
  expect(input()).toHaveValue('')
})
