import type { Colleague } from '@portal/contracts/colleague'
import { foundTexts } from '@portal/contracts/testing/found-texts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { colleague } from '../../money-order/testing/order-server.ts'
import type { Member } from './sharing-draft.ts'
import { TeamPicker } from './team-picker.tsx'

test.each(foundTexts)('among colleagues with %j, the typed %j finds it: %s', (name, typed, isFound) => {
  const common = { ...colleague, phone_last2: '02' }
  const others = Array.from({ length: 8 }, (_, index) => ({ ...common, id: String(index), name: 'Глеб Орлов' }))
  const colleagues = [{ ...common, id: 'searched', name }, ...others]
  render(<TeamPicker colleagues={colleagues} way="equal" members={[]} parts={[]} onChange={() => {}} />)
  fireEvent.change(screen.getByLabelText('Поиск сотрудника'), { target: { value: typed } })
  expect(screen.queryAllByRole('checkbox')).toHaveLength(isFound ? 1 : 0)
})

test('«Выбрать всех» chooses those whom the search has found, «Снять выбор» clears them, and the others stay', () => {
  const common = { ...colleague, phone_last2: '02' }
  const waiters = ['Борис Ким', 'Вера Новикова'].map(
    (name): Colleague => ({ ...common, id: name, name, roles: ['role_waiter'] }),
  )
  const cooks = Array.from(
    { length: 6 },
    (_, index): Colleague => ({ ...common, id: `cook-${index}`, name: 'Глеб Орлов', roles: ['role_cook'] }),
  )
  const cook = { id: 'cook-0', name: 'Глеб Орлов', weight: '7,5' }
  const found = waiters.map(({ id, name }) => ({ id, name, weight: '' }))
  const onChange = vi.fn()
  const picker = (members: readonly Member[]) => (
    <TeamPicker colleagues={[...waiters, ...cooks]} way="hours" members={members} parts={[]} onChange={onChange} />
  )
  const { rerender } = render(picker([cook]))
  fireEvent.change(screen.getByLabelText('Поиск сотрудника'), { target: { value: 'официант' } })
  fireEvent.click(screen.getByRole('button', { name: 'Выбрать всех' }))
  expect(onChange).toHaveBeenLastCalledWith([cook, ...found])
  rerender(picker([cook, ...found]))
  fireEvent.click(screen.getByRole('button', { name: 'Снять выбор' }))
  expect(onChange).toHaveBeenLastCalledWith([cook])
})
