import { foundTexts } from '@portal/contracts/testing/found-texts'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
// Compiled here, not while a test waits for it.
import './search-list.tsx'
import './select-list.tsx'
import type { DropdownOption } from './dropdown-props.ts'

const banks: DropdownOption[] = [
  { value: 'sber', label: 'Сбербанк', group: 'Популярные' },
  { value: 't', label: 'Т-Банк', group: 'Популярные' },
  { value: 'avangard', label: 'Авангард', group: 'Все банки' },
]

type Extra = { search?: boolean; none?: boolean; error?: string; initial?: string | null }

function One({ initial = null, ...extra }: Extra) {
  const [value, setValue] = useState<string | null>(initial)
  return (
    <>
      <Dropdown label="Банк" value={value} onChange={setValue} options={banks} {...extra} />
      <output aria-label="Значение">{String(value)}</output>
    </>
  )
}

function Several({ search }: { search?: boolean }) {
  const [value, setValue] = useState<string[]>([])
  return (
    <>
      <Dropdown label="Банки" multiple search={search} value={value} onChange={setValue} options={banks} />
      <output aria-label="Значение">{value.join(' ')}</output>
    </>
  )
}

const box = (name = 'Банк') => screen.getByRole('combobox', { name })
const chosen = () => screen.getByLabelText('Значение').textContent
const optionNames = () => screen.queryAllByRole('option').map((option) => option.textContent)

async function openBox(name?: string) {
  const user = userEvent.setup()
  await user.click(box(name))
  await screen.findByRole('listbox')
  return user
}

test('shows the choice; choosing another closes the list and restores the focus', async () => {
  render(<One initial="t" />)
  expect(box()).toHaveTextContent('Т-Банк')
  const user = await openBox()
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Т-Банк')

  await user.click(screen.getByRole('option', { name: 'Сбербанк' }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(chosen()).toBe('sber')
  expect(box()).toHaveTextContent('Сбербанк')
  await waitFor(() => expect(box()).toHaveFocus())
})

test('no name of a bank breaks at its hyphen: neither in the box, nor in the list, nor in the hint', async () => {
  const options = [{ value: 't', label: 'Т-Банк', hint: 'Т-Банк' }]
  render(<Dropdown label="Банк" value="t" onChange={() => {}} options={options} hint="Из Т-Банк" />)
  await openBox()
  const names = screen.getAllByText('Т-Банк')
  expect(names).toHaveLength(4)
  for (const name of names) expect(name.className).toMatch(/noBreak/)
})

test('works with only the keyboard', async () => {
  const user = userEvent.setup()
  render(<One />)
  await user.tab()
  expect(box()).toHaveFocus()
  await user.keyboard('{Enter}')
  await screen.findByRole('listbox')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(chosen()).toBe('t'))

  await user.keyboard('{Enter}')
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(chosen()).toBe('t')
})

test('shows options in their groups', async () => {
  render(<One />)
  await openBox()
  const popular = within(screen.getByRole('group', { name: 'Популярные' }))
  expect(popular.getAllByRole('option').map((option) => option.textContent)).toEqual(['Сбербанк', 'Т-Банк'])
})

// spec: 4.3
test('finds by a part of the name in any case, or shows that there is nothing', async () => {
  render(<One search />)
  const user = await openBox()
  const search = screen.getByPlaceholderText('Поиск...')
  await waitFor(() => expect(search).toHaveFocus())
  await user.type(search, 'БАНК')
  await waitFor(() => expect(optionNames()).toEqual(['Сбербанк', 'Т-Банк']))
  await user.type(search, 'ъ')
  expect(await screen.findByText('Не найдено')).toBeVisible()
  expect(screen.queryByRole('option')).toBeNull()
})

test.each(foundTexts)('finds the option %j by the typed %j: %s', async (label, typed, isFound) => {
  render(<Dropdown label="Банк" search value={null} onChange={() => {}} options={[{ value: 'a', label }]} />)
  const user = await openBox()
  await user.click(screen.getByPlaceholderText('Поиск...'))
  await user.paste(typed)
  await waitFor(() => expect(optionNames()).toEqual(isFound ? [label] : []))
})

// spec: 4.3
test.each([[false], [true]])('clears the choice by the none option, with search: %s', async (search) => {
  render(<One initial="t" none search={search} />)
  const user = await openBox()
  await user.click(screen.getByRole('option', { name: 'Не выбрано' }))
  expect(chosen()).toBe('null')
  expect(box()).toHaveTextContent('Не выбрано')
})

// spec: 4.3
test.each([[false], [true]])(
  'several: the list stays open and the box shows how many, with search: %s',
  async (search) => {
    render(<Several search={search} />)
    expect(box('Банки')).toHaveTextContent('Не выбрано')
    const user = await openBox('Банки')
    await user.click(screen.getByRole('option', { name: 'Авангард' }))
    await user.click(screen.getByRole('option', { name: 'Сбербанк' }))
    expect(chosen()).toBe('avangard sber')
    expect(box('Банки')).toHaveTextContent('Выбрано: 2')
    await user.click(screen.getByRole('option', { name: 'Авангард' }))
    expect(box('Банки')).toHaveTextContent('Выбрано: 1')
  },
)

test('describes the box by its error', () => {
  render(<One error="Выберите банк" />)
  expect(box()).toBeInvalid()
  expect(box()).toHaveAccessibleDescription('Выберите банк')
})

test.each([{ search: false }, { search: true }])('leaves the list open after a double click: %o', async (extra) => {
  render(<One {...extra} />)
  const user = await openBox()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  // However slow the machine is, the second click comes soon after the first one.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await user.dblClick(box())
  clock.mockRestore()
  expect(await screen.findAllByRole('option')).toHaveLength(3)
  expect(box()).toHaveAttribute('aria-expanded', 'true')
})
