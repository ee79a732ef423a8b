import { createBrowserRouter, RouterProvider } from '@portal/shared/router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NewReleaseNotice } from './new-release-notice.tsx'

const offer = 'Вышло обновление портала'
let field: HTMLInputElement

beforeEach(() => {
  const shell = { version: 's1', base: '/releases/shell/s1/', files: {} }
  const registry = document.createElement('script')
  registry.id = 'registry'
  registry.type = 'application/json'
  registry.textContent = JSON.stringify({ sequence: 1, shell, remotes: {} })
  field = document.createElement('input')
  document.body.append(registry, field)
  vi.stubGlobal('fetch', async () => Response.json({ sequence: 2, shell: 's2', remotes: {} }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** The tab is looked at again, which asks the server; what it answered has been drawn. */
async function returnToTab(): Promise<void> {
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve))
  })
}

function openPage(): void {
  render(<RouterProvider router={createBrowserRouter([{ path: '*', Component: NewReleaseNotice }])} />)
}

test('a new release is offered on a page where nothing is typed', async () => {
  openPage()
  await returnToTab()
  expect(screen.getByText(offer)).toBeDefined()
})

test('it is not offered where something was typed since', async () => {
  openPage()
  fireEvent.input(field, { target: { value: '150' } })
  await returnToTab()
  expect(screen.queryByText(offer)).toBeNull()
})

test('nor over a field that somebody was in before this part of the page came', async () => {
  field.focus()
  openPage()
  await returnToTab()
  expect(screen.queryByText(offer)).toBeNull()
})
