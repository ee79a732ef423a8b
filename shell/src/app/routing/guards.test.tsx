import { login } from '@portal/contracts/session'
import { restaurantSwitched } from '@portal/shared/session/store'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, berezka, closePortal, mostNotDefault, openPortal, stubSession } from '../../testing/open-portal.tsx'

const loadedPaths: string[] = []

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => {
    loadedPaths.push(path)
    return { Component: () => <h2>Страница {path}</h2>, version: '1' }
  },
  loadPageAhead: () => {},
}))

beforeEach(() => {
  loadedPaths.length = 0
  stubSession([berezka])
})
afterEach(closePortal)

const address = () => location.pathname + location.search

async function signIn() {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Телефон'), '9000000001')
  await user.type(screen.getByLabelText('Пароль'), 'demo-Chaevye-1')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
}

test('the portal sends a signed-out user to login, and back afterwards', async () => {
  stub(login, () => anna)
  openPortal('/billing?type=tip', null)
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeDefined()
  expect(address()).toBe('/login?back=%2Fbilling%3Ftype%3Dtip')
  expect(loadedPaths).toEqual([])

  await signIn()
  expect(await screen.findByText('Страница /billing')).toBeDefined()
  expect(address()).toBe('/billing?type=tip')
})

// spec: 2.47, 10.2
test('the portal shows that phone or password is wrong, and leaves what was typed', async () => {
  stub(login, () => {
    throw new ProblemResponse(401, 'invalid_credentials')
  })
  openPortal('/login', null)
  await signIn()
  expect(await screen.findByText('Неверный телефон или пароль')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Телефон').value).toBe('+7 (900) 000-00-01')
  expect(screen.getByLabelText<HTMLInputElement>('Пароль').value).toBe('demo-Chaevye-1')
})

// spec: 2.47
test('the portal shows how long to wait after too many attempts', async () => {
  stub(login, () => {
    throw new ProblemResponse(429, 'login_locked', { retry_after: 900 })
  })
  openPortal('/login', null)
  await signIn()
  expect((await screen.findByText(/Слишком много попыток/)).textContent).toMatch(/Повторите через 15\sминут$/)
})

// spec: 2.48
test('the portal sends a signed-in user home from login', async () => {
  openPortal('/login')
  expect(await screen.findByText('Страница /')).toBeDefined()
  expect(address()).toBe('/')
})

test('the portal opens the transfer for the default employee', async () => {
  openPortal('/transfer')
  expect(await screen.findByText('Страница /transfer')).toBeDefined()
})

test('the portal sends other users home without loading the code of the closed page', async () => {
  stubSession([mostNotDefault])
  openPortal('/closed')
  expect(await screen.findByText('Страница /')).toBeDefined()
  expect(address()).toBe('/')
  expect(loadedPaths).not.toContain('/closed')
})

// spec: 3.4, 6.2
test('the portal applies the guard again for another restaurant', async () => {
  stubSession([berezka, mostNotDefault])
  openPortal('/transfer')
  await screen.findByText('Страница /transfer')
  act(() => restaurantSwitched(mostNotDefault))
  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.queryByText('Страница /transfer')).toBeNull()
})

// spec: 3.8
test('the portal opens a manager’s page for the manager of the current restaurant', async () => {
  stubSession([mostNotDefault])
  openPortal('/shifts')
  expect(await screen.findByText('Страница /shifts')).toBeDefined()
})

// spec: 3.8
test('the portal refuses a manager’s page to a user who is no manager, without loading its code', async () => {
  stubSession([berezka])
  openPortal('/shifts')
  expect(await screen.findByText('Доступ запрещен')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Смены' })).toBeDefined()
  expect(address()).toBe('/shifts')
  expect(loadedPaths).toEqual([])
})

// spec: 3.8
test('the portal offers the restaurant of which the user is manager, while another one is chosen', async () => {
  stubSession([berezka, mostNotDefault])
  openPortal('/shifts')
  expect(await screen.findByText('Этот раздел — в другом ресторане')).toBeVisible()
  expect(loadedPaths).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Перейти в «Старый мост»' }))
  expect(await screen.findByText('Страница /shifts')).toBeVisible()
  expect(address()).toBe('/shifts')
  act(() => restaurantSwitched(berezka))
  expect(await screen.findByText('Этот раздел — в другом ресторане')).toBeVisible()
  expect(screen.queryByText('Страница /shifts')).toBeNull()
})

// spec: 2.21
test('the portal shows that there is no such page without signing in', async () => {
  openPortal('/nowhere', null)
  expect(await screen.findByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeDefined()
  expect(address()).toBe('/nowhere')
  expect(document.title).toBe('Страница не найдена — Чаевые')
})
