import { Chips } from '@portal/shared/ui/chips'
import { Segmented } from '@portal/shared/ui/segmented'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'

const options = [
  { value: 'all', label: 'Все' },
  { value: 'tip', label: 'Чаевые' },
  { value: 'payout', label: 'Выводы' },
]

test.each([
  ['Chips', Chips],
  ['Segmented', Segmented],
])('%s: one of a named group, by a click or the arrows', async (_, Choice) => {
  function Example() {
    const [value, setValue] = useState<string | null>(null)
    return <Choice label="Вид" value={value} onChange={setValue} options={options} />
  }
  const user = userEvent.setup()
  render(<Example />)
  expect(screen.getByRole('radiogroup', { name: 'Вид' })).toBeInTheDocument()
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()

  await user.click(screen.getByText('Чаевые'))
  expect(screen.getByRole('radio', { checked: true })).toHaveAccessibleName('Чаевые')
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { checked: true })).toHaveAccessibleName('Выводы')
})

test.each([
  ['scrolls to the chosen one', 'tip', 0, 1],
  ['begins at its start, with what stands before it, if the first one is chosen', 'all', 0, 0],
  ['stays where the user has scrolled the row before its code was there', 'tip', 71, 0],
])('Chips %s', (_case, value, scrolled, times) => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLElement.prototype, 'scrollLeft', 'get').mockReturnValue(scrolled)
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue()
  render(<Chips label="Вид" value={value} onChange={() => {}} options={options} />)
  expect(scroll).toHaveBeenCalledTimes(times)
})
