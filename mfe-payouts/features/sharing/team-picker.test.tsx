import { foundTexts } from '@portal/contracts/testing/found-texts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { colleague } from '../../money-order/testing/order-server.ts'
import { TeamPicker } from './team-picker.tsx'

test.each(foundTexts)('among colleagues with %j, the typed %j finds it: %s', (name, typed, isFound) => {
  const common = { ...colleague, phone_last2: '02' }
  const others = Array.from({ length: 8 }, (_, index) => ({ ...common, id: String(index), name: 'Глеб Орлов' }))
  const colleagues = [{ ...common, id: 'searched', name }, ...others]
  render(<TeamPicker colleagues={colleagues} way="equal" members={[]} parts={[]} onChange={() => {}} />)
  fireEvent.change(screen.getByLabelText('Поиск сотрудника'), { target: { value: typed } })
  expect(screen.queryAllByRole('checkbox')).toHaveLength(isFound ? 1 : 0)
})
