import { type Balance, getBalance, getTotalBalance } from '@portal/contracts/balance'
import { type Employee, listEmployees } from '@portal/contracts/employee'
import { listOperations } from '@portal/contracts/operation'
import { getTipsStats } from '@portal/contracts/tips'
import { useSession } from '@portal/shared/session/store'
import { stub } from '@portal/shared/testing/http-stub'
import { renderPage, testEmployee } from '@portal/shared/testing/render-page'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './tips-page.tsx'

const most: Employee = {
  id: 'employee-2',
  default: false,
  manager: true,
  restaurant: { id: 'most', name: 'Старый мост', bank: 'Альфа-Банк' },
}
const of = (balance: number): Balance => ({
  balance,
  avg_sum: balance / 10,
  pending: 0,
  updated_at: '2026-11-20T10:00:00Z',
})
const noTips = { from: '2026-11-20', to: '2026-11-20', total: 0, count: 0, days: [] }

beforeEach(() => {
  stub(listEmployees, () => ({ items: [testEmployee, most] }))
  stub(getTotalBalance, () => of(3500))
  stub(listOperations, () => ({ items: [], page: 1, pages: 1, per_page: 20, total: 0, as_of: '7', day_totals: [] }))
  stub(getTipsStats, () => ({ ...noTips, average_day: 0, previous: noTips }))
  stub(getBalance, ({ params }) => of(params.restId === 'most' ? 2500 : 1000))
})

test('shows the total, and each restaurant with its bank, balance and average', async () => {
  renderPage(Component)
  const overview = await screen.findByRole('region', { name: 'Все рестораны' })
  const rows = within(overview).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.replaceAll('\u00A0', ' '))).toEqual([
    'Берёзка1 000 ₽Т-Банк, выбранв среднем 100 ₽',
    'Старый мост2 500 ₽Альфа-Банкв среднем 250 ₽',
  ])
  expect(screen.getByText(/^Доступно к выводу/)).toHaveTextContent('Доступно к выводу · Берёзка')
  expect(overview).toHaveTextContent('Всего доступно 3 500 ₽')
})

test('switches to the restaurant on a tap, and goes home', async () => {
  renderPage(Component, '/?period=month')
  await userEvent.click(await screen.findByRole('button', { name: /Старый мост/ }))
  expect(useSession.getState().currentEmployee).toEqual(most)
  expect(location.pathname + location.search).toBe('/')
  await screen.findByText('Старый мост')
  expect(screen.getByRole('button', { name: /Берёзка/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Старый мост/ })).toBeNull()
})

test('shows no overview of one restaurant', async () => {
  stub(listEmployees, () => ({ items: [testEmployee] }))
  renderPage(Component)
  await screen.findByText('Пока нет чаевых')
  screen.getByText('Доступно к выводу')
  expect(screen.queryByText('Все рестораны')).toBeNull()
})
