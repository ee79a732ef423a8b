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

/** Returns to the tab, which sends a request, and waits until the response is rendered. */
async function returnToTab(): Promise<void> {
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve))
  })
}

function openPage(): void {
  render(<RouterProvider router={createBrowserRouter([{ path: '*', Component: NewReleaseNotice }])} />)
}

test('the notice offers a new release on a page where nothing is typed', async () => {
  openPage()
  await returnToTab()
  expect(screen.getByText(offer)).toBeDefined()
})

test('the notice does not offer it where something was typed since', async () => {
  openPage()
  fireEvent.input(field, { target: { value: '150' } })
  await returnToTab()
  expect(screen.queryByText(offer)).toBeNull()
})

test('the notice does not offer it over a field that had the focus before this part of the page loaded', async () => {
  field.focus()
  openPage()
  await returnToTab()
  expect(screen.queryByText(offer)).toBeNull()
})
