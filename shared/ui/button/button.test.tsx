import { Button, ButtonLink, IconButton } from '@portal/shared/ui/button'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

function Counter({ busy }: { busy: boolean }) {
  const [clicks, setClicks] = useState(0)
  return (
    <Button busy={busy} onClick={() => setClicks(clicks + 1)}>
      Нажато {clicks}
    </Button>
  )
}

test('keeps its name and focus while busy, and ignores clicks', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Counter busy={false} />)
  await user.click(screen.getByRole('button', { name: 'Нажато 0' }))
  rerender(<Counter busy />)
  await user.click(screen.getByRole('button', { name: 'Нажато 1' }))
  await user.keyboard('{Enter} ')

  const button = screen.getByRole('button', { name: 'Нажато 1' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
})

test('submits no form by default', async () => {
  const user = userEvent.setup()
  let sent = 0
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <Button>Ещё</Button>
      <IconButton icon="close" label="Закрыть" />
      <Button type="submit" busy>
        Занято
      </Button>
      <Button type="submit">Отправить</Button>
    </form>,
  )
  for (const name of ['Ещё', 'Закрыть', 'Занято']) await user.click(screen.getByRole('button', { name }))
  expect(sent).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Отправить' }))
  expect(sent).toBe(1)
})

test('names the side at which the text of a ghost button is aligned', () => {
  render(
    <>
      <Button variant="ghost">Как есть</Button>
      <Button variant="ghost" flush="start">
        Слева
      </Button>
    </>,
  )
  expect(screen.getByRole('button', { name: 'Как есть' })).not.toHaveAttribute('data-flush')
  expect(screen.getByRole('button', { name: 'Слева' })).toHaveAttribute('data-flush', 'start')
})

test('renders a link with the appearance of a button as a link', () => {
  render(<ButtonLink to="/out">Вывести</ButtonLink>, { wrapper: MemoryRouter })
  expect(screen.getByRole('link', { name: 'Вывести' })).toHaveAttribute('href', '/out')
})
