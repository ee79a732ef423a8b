import { List, ListRow } from '@portal/shared/ui/list'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

test('renders a row as a line, a link or a button', async () => {
  function Example() {
    const [opened, setOpened] = useState(false)
    return (
      <List label="Операции">
        <ListRow title="Чаевые" subtitle="15:04" trailing="+500 ₽" onClick={() => setOpened(true)} />
        <ListRow title="Способы вывода" to="/settings/payout-methods" />
        <ListRow title={opened ? 'Открыто' : 'Закрыто'} />
      </List>
    )
  }
  const user = userEvent.setup()
  render(<Example />, { wrapper: MemoryRouter })
  const list = within(screen.getByRole('list', { name: 'Операции' }))
  expect(list.getAllByRole('listitem')).toHaveLength(3)
  expect(list.getByRole('link', { name: 'Способы вывода' })).toHaveAttribute('href', '/settings/payout-methods')

  await user.click(list.getByText('+500 ₽'))
  expect(list.getByText('Открыто')).toBeVisible()
})
