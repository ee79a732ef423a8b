import { type Theme, useTheme } from '@portal/shared/ui/theme'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

function Switch() {
  const [theme, setTheme] = useTheme()
  return (
    <>
      <output>{theme}</output>
      {(['light', 'dark', 'system'] as const).map((choice: Theme) => (
        <button key={choice} type="button" onClick={() => setTheme(choice)}>
          {choice}
        </button>
      ))}
    </>
  )
}

const shown = () => screen.getByRole('status').textContent
const choose = (theme: Theme) => act(async () => screen.getByRole('button', { name: theme }).click())

afterEach(() => {
  delete document.documentElement.dataset.theme
})

// spec: 2.37
test('follows the device until a choice, which is stored on the page and in the browser', async () => {
  render(<Switch />)
  expect(shown()).toBe('system')

  await choose('dark')
  expect(shown()).toBe('dark')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  expect(localStorage.getItem('chaevye:theme')).toBe('dark')

  await choose('system')
  expect(shown()).toBe('system')
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(localStorage.getItem('chaevye:theme')).toBeNull()
})

test('synchronizes two switches', async () => {
  render(<Switch />)
  render(<Switch />)
  await act(async () => screen.getAllByRole('button', { name: 'light' })[0]?.click())
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(['light', 'light'])
})

test('follows what the page itself sets on <html>', async () => {
  render(<Switch />)
  await act(async () => {
    document.documentElement.dataset.theme = 'dark'
  })
  expect(shown()).toBe('dark')
})
