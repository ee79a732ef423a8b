import { endOtherSessions, endSession, listSessions, type UserSession } from '@portal/contracts/user-session'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './sessions-page.tsx'

const at = '2026-11-12T12:04:00+03:00'
const here: UserSession = {
  id: 's1',
  current: true,
  browser: 'Chrome',
  device: 'Android',
  created_at: at,
  last_seen_at: at,
}
const laptop: UserSession = { ...here, id: 's2', current: false, browser: 'Safari', device: 'Mac' }
const unknown: UserSession = { ...here, id: 's3', current: false, browser: null, device: null }

let sessions: UserSession[]

beforeEach(() => {
  sessions = [here, laptop, unknown]
  stub(listSessions, () => ({ items: sessions }))
  stub(endSession, ({ params }) => {
    if (!sessions.some(({ id }) => id === params.id)) throw new ProblemResponse(404, 'not_found')
    sessions = sessions.filter(({ id }) => id !== params.id)
    return undefined
  })
  stub(endOtherSessions, () => {
    sessions = [here]
    return undefined
  })
})

const rows = () => screen.queryAllByRole('listitem')

test('lists each with its device and time, the current one marked and without a button to end it', async () => {
  renderPage(Component)
  expect(await screen.findByText('Chrome, Android')).toBeVisible()
  expect(rows().map(seenText)).toEqual([
    'Chrome, AndroidЭтот сеансВход: 12.11.2026, 12:04',
    'Safari, MacВход: 12.11.2026Последний раз: 12.11.2026, 12:04Завершить',
    'Неизвестное устройствоВход: 12.11.2026Последний раз: 12.11.2026, 12:04Завершить',
  ])
  expect(within(rows()[0] as HTMLElement).queryByRole('button')).toBeNull()
  const [phone, mac, other] = rows().map((row) => row.querySelector('path')?.getAttribute('d'))
  expect(phone).not.toBe(mac)
  expect(other).toBe(mac)
})

// spec: 6.21
test('ends one session; removes one that was ended meanwhile as well', async () => {
  renderPage(Component)
  await userEvent.click(await screen.findByRole('button', { name: 'Завершить сеанс: Safari, Mac' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  sessions = [here]
  await userEvent.click(screen.getByRole('button', { name: 'Завершить сеанс: Неизвестное устройство' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ends all other sessions by one button', async () => {
  renderPage(Component)
  await userEvent.click(await screen.findByRole('button', { name: 'Завершить все другие сеансы' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows that a session could not be ended, and leaves it', async () => {
  stub(endOtherSessions, () => {
    throw new NetworkError()
  })
  renderPage(Component)
  await userEvent.click(await screen.findByRole('button', { name: 'Завершить все другие сеансы' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось завершить сеанс')
  expect(rows()).toHaveLength(3)
})
