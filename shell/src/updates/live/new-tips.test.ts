import { listEmployees } from '@portal/contracts/employee'
import { listOperations, type Operation } from '@portal/contracts/operation'
import { apiQuery } from '@portal/shared/http/query'
import { sessionState } from '@portal/shared/session/state/session-state'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, stub } from '@portal/shared/testing/http-stub'
import { hideAmounts } from '@portal/shared/ui/amount'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { berezka, mostNotDefault } from '../../testing/open-portal.tsx'
import { tipArrived } from './new-tips.ts'

/** Tips by restaurant, newest first, as the server returns them. */
let tips: Record<string, Operation[]>
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  tips = {}
  client = new QueryClient()
  employedAt(berezka)
  stub(listOperations, ({ query: { restId = '' } }) => {
    const items = tips[restId] ?? []
    return { items, page: 1, pages: 1, per_page: 20, total: items.length, as_of: '7', day_totals: [] }
  })
})

afterEach(() => {
  sessionState.setState({ toasts: [] })
  client.clear()
  vi.useRealTimers()
})

function employedAt(...items: (typeof berezka)[]): void {
  client.setQueryData(apiQuery(listEmployees, {}).queryKey, { items })
}

let lastTip = 0

/** A guest's tip, booked before its hint. */
function tip(amount: number, { restaurant } = berezka): { rest_id: string; operation_id: string } {
  lastTip += 1
  const id = `tip-${lastTip}`
  tips[restaurant.id] = [
    {
      id,
      type: 'tip',
      direction: 'in',
      amount,
      fee: 0,
      status: 'completed',
      title: 'Чаевые',
      restaurant,
      created_at: '2026-11-20T10:00:00Z',
    },
    ...(tips[restaurant.id] ?? []),
  ]
  return { rest_id: restaurant.id, operation_id: id }
}

const receive = (hint: { rest_id: string; operation_id: string }) =>
  tipArrived(client, { seq: 1, type: 'tip', ...hint })
const later = () => vi.advanceTimersByTimeAsync(1500)
/** The messages since it was last called: nothing dismisses them where no `Toaster` is drawn. */
function shown(): string[] {
  const { toasts } = useSession.getState()
  sessionState.setState({ toasts: [] })
  return toasts.map(({ text }) => text.replaceAll('\u00A0', ' '))
}

// spec: 2.63
test('the portal announces a new tip with its amount, and none before it', async () => {
  tip(900)
  receive(tip(500))
  await later()
  expect(shown()).toEqual(['Новые чаевые: +500 ₽'])
})

test('the portal announces several within a second together, also those of one hint', async () => {
  tip(900)
  receive(tip(500))
  await vi.advanceTimersByTimeAsync(300)
  const oldest = tip(400)
  tip(600.5)
  receive(oldest)
  await later()
  expect(shown()).toEqual(['Новые чаевые: 3 на 1 500,50 ₽'])
})

test('the portal does not announce a tip twice when its hint comes after it was announced', async () => {
  receive(tip(500))
  const second = tip(300)
  await later()
  expect(shown()).toEqual(['Новые чаевые: 2 на 800 ₽'])
  receive(second)
  await later()
  receive(tip(200))
  await later()
  expect(shown()).toEqual(['Новые чаевые: +200 ₽'])
})

test('the portal names each of several restaurants', async () => {
  employedAt(berezka, mostNotDefault)
  receive(tip(500))
  receive(tip(100, mostNotDefault))
  receive(tip(200, mostNotDefault))
  await later()
  expect(shown()).toEqual(['Новые чаевые · Берёзка: +500 ₽', 'Новые чаевые · Старый мост: 2 на 300 ₽'])
})

test('the name of a restaurant from right to left does not turn around the sum behind it', async () => {
  const cafe = { ...berezka, restaurant: { ...berezka.restaurant, id: 'cafe', name: 'קפה' } }
  employedAt(berezka, cafe)
  receive(tip(500, cafe))
  await later()
  expect(shown()).toEqual(['Новые чаевые · \u2068קפה\u2069: +500 ₽'])
})

test('the portal announces no amount while amounts are hidden', async () => {
  hideAmounts(true)
  receive(tip(500))
  await later()
  receive(tip(100))
  receive(tip(200))
  await later()
  expect(shown()).toEqual(['Новые чаевые', 'Новые чаевые: 2'])
})

test('the portal announces a colleague’s share with its sum and comment, and no share before it', async () => {
  const share = { type: 'transfer_in', title: 'Перевод · Анна Смирнова' } as const
  tip(900)
  const { rest_id } = tip(70)
  const [newest, older] = tips[rest_id] ?? []
  if (!newest || !older) throw new Error('no operations')
  tips[rest_id] = [
    { ...newest, ...share, number: '104822', comment: 'За субботу, спасибо!' },
    { ...older, ...share, number: '104821' },
  ]
  const announce = () => tipArrived(client, { seq: 1, type: 'tip', rest_id, transfer_number: '104822' })
  announce()
  await later()
  expect(shown()).toEqual(['Перевод · Анна Смирнова: +70 ₽. За субботу, спасибо!'])
  hideAmounts(true)
  announce()
  await later()
  expect(shown()).toEqual(['Перевод · Анна Смирнова. За субботу, спасибо!'])
  employedAt(berezka, mostNotDefault)
  announce()
  await later()
  expect(shown()).toEqual(['Перевод · Анна Смирнова · Берёзка. За субботу, спасибо!'])
})

test('the portal announces nothing that cannot be fetched', async () => {
  const hint = tip(500)
  stub(listOperations, () => {
    throw new NetworkError()
  })
  receive(hint)
  await later()
  expect(shown()).toEqual([])
})
