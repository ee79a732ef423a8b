import { TagsField } from '@portal/shared/forms/tags-field'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const options = [
  { value: 'en', label: 'Английский' },
  { value: 'de', label: 'Немецкий' },
  { value: 'fr', label: 'Французский' },
  { value: 'zh', label: 'Китайский' },
  { value: 'waiter', label: 'Официант' },
  { value: 'bartender', label: 'Бармен' },
]

function open(tags: string[] = []) {
  return renderForm({
    schema: z.object({ tags: z.array(z.string()).check(z.maxLength(2, 'Выберите не больше двух')) }),
    values: { tags },
    children: <TagsField name="tags" label="Языки и роль" options={options} />,
  })
}

const field = () => screen.getByRole('combobox', { name: 'Языки и роль' })
const suggested = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const submit = () => screen.getByRole('button', { name: 'Отправить' })

// spec: 2.93, 4.7, 5.5
test('suggests five, found by the typed text in any case, and returns values', async () => {
  const { user, sent } = open()
  await user.click(field())
  await waitFor(() => expect(suggested()).toHaveLength(5))
  await user.type(field(), 'НЕМ')
  await waitFor(() => expect(suggested()).toEqual(['Немецкий']))
  await user.keyboard('{Enter}')
  expect(sent).toEqual([])
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ tags: ['de'] }]))
})

// spec: 4.7
test('does not suggest what is chosen, until it is removed', async () => {
  const { user, sent } = open(['de'])
  await user.type(field(), 'нем')
  expect(await screen.findByText('Не найдено')).toBeVisible()
  await user.clear(field())
  await user.click(screen.getByRole('button', { name: 'Убрать: Немецкий' }))
  await user.type(field(), 'нем')
  await waitFor(() => expect(suggested()).toEqual(['Немецкий']))
  await user.keyboard('{Escape}')
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ tags: [] }]))
})

test('chooses by the arrows, and removes the last by Backspace', async () => {
  const { user, sent } = open(['en'])
  field().focus()
  await user.keyboard('кит{ArrowDown}{Enter}')
  expect(await screen.findByText('Выбрано: Английский, Китайский')).toBeInTheDocument()
  await user.keyboard('{Backspace}')
  expect(await screen.findByText('Выбрано: Английский')).toBeInTheDocument()
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ tags: ['en'] }]))
})

test('closes the list on Escape and removes nothing, however often', async () => {
  const { user, sent } = open(['en'])
  await user.click(field())
  await waitFor(() => expect(suggested()).toHaveLength(5))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(suggested()).toEqual([]))
  await user.keyboard('{Escape}{Escape}')
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ tags: ['en'] }]))
})

test('shows a broken rule at the field', async () => {
  const { user, sent } = open(['en', 'de', 'fr'])
  await user.click(submit())
  await waitFor(() => expect(field()).toHaveAccessibleDescription('Выберите не больше двух'))
  expect(field()).toBeInvalid()
  expect(sent).toEqual([])
})

test('leaves a value that is no option any more', async () => {
  const { user, sent } = open(['old'])
  await user.type(field(), 'бар')
  await user.click(await within(await screen.findByRole('listbox')).findByRole('option', { name: 'Бармен' }))
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ tags: ['old', 'bartender'] }]))
})
