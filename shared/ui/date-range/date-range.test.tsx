import type { DayRange } from '@portal/contracts/day'
import { addDays } from '@portal/shared/calendar'
import { signedOut } from '@portal/shared/session/state/events'
import { restaurantSwitched } from '@portal/shared/session/store'
import { DateRangeSheet } from '@portal/shared/ui/date-range'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
// Compiled here, not while a test waits for it.
import '../sheet/opened-sheet.tsx'
import { presets } from './range-calendar.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  signedOut()
})

function Example({ initial }: { initial: DayRange | null }) {
  const [range, setRange] = useState(initial)
  return (
    <>
      <DateRangeSheet open onOpenChange={() => {}} value={range} onApply={setRange} />
      <output aria-label="Выбрано">{range ? `${range.from} ${range.to}` : ''}</output>
    </>
  )
}

async function openCalendar(initial: DayRange | null) {
  render(<Example initial={initial} />)
  await screen.findByRole('grid')
  return userEvent.setup()
}

const day = (label: RegExp) => screen.getByRole('button', { name: label })
const apply = () => screen.getByRole('button', { name: 'Показать' })
const applied = () => screen.getByLabelText('Выбрано').textContent

// spec: 2.58
test('begins weeks on Monday, in Russian', async () => {
  await openCalendar(null)
  const headers = within(screen.getByRole('grid')).getAllByRole('columnheader', { hidden: true })
  expect(headers.map((header) => header.textContent?.toLowerCase())).toEqual(['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'])
  expect(screen.getByText(/ноябрь 2026/i)).toBeVisible()
})

test('selects a period of two days, both included', async () => {
  const user = await openCalendar(null)
  expect(apply()).toBeDisabled()
  await user.click(day(/ 3 ноября/))
  await user.click(day(/ 10 ноября/))
  expect(screen.getByText('03.11.2026–10.11.2026')).toBeVisible()
  await user.click(apply())
  expect(applied()).toBe('2026-11-03 2026-11-10')
})

test.each([
  ['within it', 18, 19],
  ['after it', 19, 20],
])('two taps %s replace the chosen period', async (_, from, to) => {
  const user = await openCalendar({ from: '2026-11-16', to: '2026-11-18' })
  await user.click(day(new RegExp(` ${from} ноября`)))
  await user.click(day(new RegExp(` ${to} ноября`)))
  await user.click(apply())
  expect(applied()).toBe(`2026-11-${from} 2026-11-${to}`)
})

test('selects a period of one day', async () => {
  const user = await openCalendar(null)
  await user.click(day(/ 5 ноября/))
  await user.click(apply())
  expect(applied()).toBe('2026-11-05 2026-11-05')
})

test('opens at the chosen period; goes to earlier months, never past today', async () => {
  const user = await openCalendar({ from: '2026-10-30', to: '2026-11-02' })
  expect(screen.getByText('30.10.2026–02.11.2026')).toBeVisible()
  expect(day(/21 ноября/)).toBeDisabled()
  await user.click(screen.getByRole('button', { name: /предыдущ/i }))
  expect(screen.getByText(/октябрь 2026/i)).toBeVisible()
})

test.each([
  ['Asia/Vladivostok', 'Europe/Kaliningrad', 'декабрь 2026', / 1 декабря/],
  ['Europe/Kaliningrad', 'Asia/Vladivostok', 'ноябрь 2026', /30 ноября/],
])('uses today of a restaurant in %s on a phone in %s', async (time_zone, phone, month, lastDay) => {
  vi.stubEnv('TZ', phone)
  vi.setSystemTime('2026-11-30T18:00:00Z')
  const restaurant = { id: 'r', name: 'Порт', bank: 'Т-Банк', time_zone }
  restaurantSwitched({ id: 'e', default: false, manager: false, restaurant })
  await openCalendar(null)
  expect(screen.getByText(new RegExp(month, 'i'))).toBeVisible()
  const days = screen.getAllByRole('button', { name: / (ноября|декабря) 2026/ })
  expect(days.filter((one) => !one.hasAttribute('disabled')).at(-1)).toHaveAccessibleName(lastDay)
})

test.each([
  ['2026-11-20', ['2026-11-16…2026-11-20', '2026-11-09…2026-11-15', '2026-11-01…2026-11-20', '2026-10-01…2026-10-31']],
  // A Sunday ends its week, a Monday begins it.
  ['2026-11-22', ['2026-11-16…2026-11-22', '2026-11-09…2026-11-15', '2026-11-01…2026-11-22', '2026-10-01…2026-10-31']],
  ['2026-11-23', ['2026-11-23…2026-11-23', '2026-11-16…2026-11-22', '2026-11-01…2026-11-23', '2026-10-01…2026-10-31']],
  ['2027-01-01', ['2026-12-28…2027-01-01', '2026-12-21…2026-12-27', '2027-01-01…2027-01-01', '2026-12-01…2026-12-31']],
  ['2028-03-31', ['2028-03-27…2028-03-31', '2028-03-20…2028-03-26', '2028-03-01…2028-03-31', '2028-02-01…2028-02-29']],
])('on %s: today and yesterday, this and last week, this and last month', (today, periods) => {
  const days = [`${today}…${today}`, `${addDays(today, -1)}…${addDays(today, -1)}`]
  expect(presets(today).map(({ from, to }) => `${from}…${to}`)).toEqual([...days, ...periods])
})
