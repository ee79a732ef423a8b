import { Sheet } from '@portal/shared/ui/sheet'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
// Compiled here, not while a test waits for it.
import './opened-sheet.tsx'

function Example() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Вывести
      </button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Подтвердите вывод"
        description="Деньги придут за 10 минут"
        footer={
          <button type="button" onClick={() => setOpen(false)}>
            Подтвердить
          </button>
        }
      >
        <label>
          Комментарий <input />
        </label>
      </Sheet>
    </>
  )
}

async function openSheet() {
  const user = userEvent.setup()
  render(<Example />)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Вывести' }))
  return { user, sheet: await screen.findByRole('dialog') }
}

test('dims the page with the press, and renders the sheet after its paint', async () => {
  const { container } = render(<Example />)
  const isDimmed = () => container.querySelector('[data-opening]') !== null
  expect(isDimmed()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Вывести' }))
  expect(isDimmed()).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByRole('dialog')
  expect(isDimmed()).toBe(false)
})

test('a sheet is named and described, and holds its content and its footer', async () => {
  const { sheet } = await openSheet()
  expect(sheet).toHaveAccessibleName('Подтвердите вывод')
  expect(sheet).toHaveAccessibleDescription('Деньги придут за 10 минут')
  expect(sheet).toContainElement(screen.getByRole('textbox', { name: 'Комментарий' }))
  expect(sheet).toContainElement(screen.getByRole('button', { name: 'Подтвердить' }))
})

// spec: 4.1
test.each([
  ['Esc', (user: User) => user.keyboard('{Escape}')],
  ['its cross', (user: User) => user.click(screen.getByRole('button', { name: 'Закрыть' }))],
  ['its own button', (user: User) => user.click(screen.getByRole('button', { name: 'Подтвердить' }))],
])('closes by %s and restores the focus', async (_, close) => {
  const { user } = await openSheet()
  await close(user)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Вывести' })).toHaveFocus())
})

// spec: 4.1
test('keeps the focus inside', async () => {
  const { user, sheet } = await openSheet()
  await waitFor(() => expect(sheet).toContainElement(document.activeElement as HTMLElement))
  for (let step = 0; step < 5; step += 1) {
    await user.tab()
    expect(screen.getByRole('button', { name: 'Вывести', hidden: true })).not.toHaveFocus()
  }
})

type User = ReturnType<typeof userEvent.setup>
