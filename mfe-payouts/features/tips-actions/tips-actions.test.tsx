import { listPayouts, type Payout } from '@portal/contracts/payout'
import { loseNetwork, NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component as TipsActions } from './tips-actions.tsx'

const last: Payout = {
  id: 'p1',
  number: '100001',
  kind: 'payout',
  amount: 12_500,
  fee: 0,
  net: 12_500,
  status: 'succeeded',
  destination: { type: 'card', title: 'Мир •• 4321' },
  restaurant: { id: 'berezka', name: 'Берёзка' },
  created_at: '2026-11-20T16:41:00Z',
  timeline: [],
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] })
  resetStubs()
  stubPayouts(last)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function stubPayouts(...items: Payout[]): void {
  stub(listPayouts, () => ({ items, page: 1, pages: 1, per_page: 20, total: items.length, as_of: '7' }))
}

function open(balance = 500, pending = 0) {
  return renderPage(() => <TipsActions restId="berezka" balance={balance} pending={pending} />)
}

async function lastLine(): Promise<string> {
  const text = /^(Вывод|Перевод) |(вывели|перевели)$/
  const line = (await screen.findByText(text, { selector: 'p > span' })).parentElement as HTMLElement
  return [...line.children].map(seenText).join(' ')
}

// spec: 2.56, 2.140
test('the slot links to withdrawals of all and of a part, and shows the last payout', async () => {
  open()
  const findHref = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await findHref('Вывести всё')).toBe('/out?amount=all')
  expect(await findHref('Вывести часть')).toBe('/out')
  expect(await lastLine()).toBe('20.11.2026 вывели 12 500 ₽')
})

test.each<[string, Partial<Payout>, string]>([
  ['waits', { status: 'pending' }, 'Вывод в обработке 12 500 ₽'],
  ['is with the bank', { status: 'processing' }, 'Вывод отправлен в банк 12 500 ₽'],
  ['is held', { status: 'pending', review: 'open' }, 'Вывод на проверке 12 500 ₽'],
  ['is declined', { status: 'canceled' }, 'Вывод отклонён 12 500 ₽'],
  ['is a transfer on its way', { kind: 'transfer', status: 'processing' }, 'Перевод в обработке 12 500 ₽'],
  ['is a transfer', { kind: 'transfer' }, '20.11.2026 перевели 12 500 ₽'],
])('shows how a payout is that %s', async (_, payout, text) => {
  stubPayouts({ ...last, ...payout }, last)
  open()
  expect(await lastLine()).toBe(text)
})

test('the slot says that there are no payouts yet', async () => {
  stubPayouts()
  open()
  expect(await screen.findByText('Выводов пока нет')).toBeDefined()
})

// spec: 2.56
test.each([
  [0, 0, 'На балансе пока нет денег'],
  [0, 300, 'Чаевые ещё зачисляются'],
  [99.99, 0, 'Вывод\u00A0— от 100\u00A0₽'],
])(
  'the button says why nothing of %d and %d can be withdrawn, above the last payout',
  async (balance, pending, why) => {
    stubPayouts({ ...last, status: 'processing' })
    open(balance, pending)
    expect(await screen.findByRole('button', { name: why })).toBeDisabled()
    expect(await lastLine()).toBe('Вывод отправлен в банк 12 500 ₽')
    expect(screen.queryByRole('link')).toBeNull()
  },
)

test('links to the withdrawal of the minimum', async () => {
  open(100)
  expect(await screen.findByRole('link', { name: 'Вывести всё' })).toBeVisible()
})

test('the button says that there is no network, above the last payout', async () => {
  open()
  await lastLine()
  loseNetwork()
  expect(await screen.findByRole('button', { name: 'Нужен интернет' })).toBeDisabled()
  expect(await lastLine()).toBe('20.11.2026 вывели 12 500 ₽')
})

test('without a network nothing loads in place of a last payout that is not known', async () => {
  stub(listPayouts, () => new Promise<never>(() => {}))
  open()
  await screen.findByRole('link', { name: 'Вывести всё' })
  loseNetwork()
  await screen.findByRole('button', { name: 'Нужен интернет' })
  expect(document.querySelector('[data-skeleton]')).toBeNull()
})

test('the slot links to the withdrawal although the last payout cannot be loaded', async () => {
  stub(listPayouts, () => {
    throw new NetworkError()
  })
  open()
  await screen.findByRole('link', { name: 'Вывести всё' })
  await waitFor(() => expect(document.querySelector('[data-skeleton]')).toBeNull())
  expect(seenText(document.body)).toBe('Вывести всёЧасть')
})
