import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { berezka, closePortal, openPortal, stubSession } from '../../testing/open-portal.tsx'

const broken = new Set<string>()

// Federation needs a browser and a build, so the tests provide a page or a failure instead.
vi.mock('../load-page.ts', () => ({
  loadPage: async (_: string, path: string) => {
    if (broken.has(path)) throw new Error('The remote is dead')
    const isCurrent = path === '/transfer' && !previous.runs
    return { Component: isCurrent ? Throwing : () => <h2>Страница {path}</h2>, version: isCurrent ? 'new' : 'old' }
  },
  loadPageAhead: () => {},
}))
vi.mock('../releases.ts', () => ({
  releases: {
    markFailedIfReplaceable: (_: string, version: string) => {
      previous.runs = previous.isThere && version === 'new'
      return previous.runs
    },
  },
}))

/** The previous release. */
const previous = { isThere: false, runs: false }

let throws = true
function Throwing() {
  if (throws) throw new Error('A defect of the page')
  return <h2>Страница /transfer</h2>
}

beforeEach(() => {
  stubSession([berezka])
  // React logs every caught error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  closePortal()
  vi.restoreAllMocks()
})

test('a dead remote fails only its section, which loads again on «Повторить»', async () => {
  broken.add('/billing')
  openPortal('/billing')
  expect(await screen.findByText('Раздел временно недоступен')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Чаевые' }))
  expect(await screen.findByText('Страница /')).toBeDefined()

  await userEvent.click(screen.getByRole('link', { name: 'Операции' }))
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  await userEvent.click(retry)
  expect(await screen.findByText('Раздел временно недоступен')).toBeDefined()

  broken.delete('/billing')
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('Страница /billing')).toBeDefined()
})

test('a failed section loads again when the user comes back', async () => {
  // No earlier test has opened this page, so its code is not loaded yet.
  broken.add('/closed')
  openPortal('/closed')
  expect(await screen.findByText('Раздел временно недоступен')).toBeDefined()
  broken.delete('/closed')
  await userEvent.click(screen.getByRole('link', { name: 'Чаевые' }))
  await screen.findByText('Страница /')
  act(() => history.back())
  expect(await screen.findByText('Страница /closed')).toBeDefined()
})

test('a failed section loads again when the same page is chosen in the menu', async () => {
  broken.add('/other')
  openPortal('/other')
  expect(await screen.findByText('Раздел временно недоступен')).toBeDefined()
  broken.delete('/other')
  await userEvent.click(screen.getByRole('link', { name: 'Другое' }))
  expect(await screen.findByText('Страница /other')).toBeDefined()
})

test('a page that throws while it renders fails only its section', async () => {
  openPortal('/transfer')
  expect(await screen.findByText('Раздел временно недоступен')).toBeDefined()
  expect(screen.getByRole('navigation', { name: 'Меню' })).toBeDefined()
  throws = false
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('Страница /transfer')).toBeDefined()
})

test('a section falls back to the previous release when the current one throws while it renders', async () => {
  throws = true
  previous.isThere = true
  openPortal('/transfer')
  expect(await screen.findByText('Страница /transfer')).toBeDefined()
  expect(screen.queryByText('Раздел временно недоступен')).toBeNull()
})
