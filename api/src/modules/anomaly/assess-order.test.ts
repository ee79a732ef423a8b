import { describe, expect, test } from 'vitest'
import { assessOrder, type OrderFacts, signalsOf } from './assess-order.ts'

/** A waiter of a year who withdraws 3 000 ₽ after a shift, on the own phone, to the own card. */
const ordinary: OrderFacts = {
  kind: 'payout',
  amount: 3_000_00,
  usual: { orders: 40, largest: 6_000_00, atNight: 0 },
  deviceAge: 2_000,
  oldestDeviceAge: 2_000,
  methodAge: 5_000,
  hasOtherMethod: true,
  recoveredAgo: null,
  hour: 23,
}
/** Somebody who has just joined: no habits, one phone, one card. */
const newcomer: OrderFacts = {
  ...ordinary,
  usual: { orders: 0, largest: 0, atNight: 0 },
  deviceAge: 0,
  oldestDeviceAge: 0,
  methodAge: 0,
  hasOtherMethod: false,
}
const amount = { amount: 20_000_00 }
const device = { deviceAge: 1 }
const method = { methodAge: 1 }
const night = { hour: 3 }
const recovery = { recoveredAgo: 5 }

describe('what is unusual', () => {
  test.each<[string, Partial<OrderFacts>, string[]]>([
    ['an ordinary order', {}, []],
    ['20 000 ₽ where 6 000 ₽ was the most', amount, ['amount']],
    ['18 000 ₽ there: three times as much and no more', { amount: 18_000_00 }, []],
    ['14 999 ₽ where 1 000 ₽ was the most', { amount: 14_999_00, usual: { ...ordinary.usual, largest: 1_000_00 } }, []],
    ['75 000 ₽ of a user with four orders', { amount: 75_000_00, usual: { ...ordinary.usual, orders: 4 } }, []],
    ['a phone of today beside one of a month', device, ['device']],
    ['a phone of yesterday', { deviceAge: 24 }, []],
    ['a session of before devices were known', { deviceAge: null }, ['device']],
    ['the only phone, of today', { deviceAge: 1, oldestDeviceAge: 1 }, []],
    ['no known device at all', { deviceAge: null, oldestDeviceAge: null }, []],
    ['a card of today beside an old one', method, ['method']],
    ['the first card, of today', { ...method, hasOtherMethod: false }, []],
    ['03:00 of a user who never ordered at night', night, ['night']],
    ['03:00 of a user who did', { ...night, usual: { ...ordinary.usual, atNight: 1 } }, []],
    ['02:00, the first hour of the night', { hour: 2 }, ['night']],
    ['01:00, after a shift', { hour: 1 }, []],
    ['06:00', { hour: 6 }, []],
    ['five hours after a recovery', recovery, ['recovery']],
    ['two days after it', { recoveredAgo: 48 }, []],
    ['a transfer on the day of a new card', { ...method, kind: 'transfer' }, []],
  ])('%s', (_, facts, signals) => {
    const found = Object.entries(signalsOf({ ...ordinary, ...facts })).filter(([, weight]) => weight > 0)
    expect(found.map(([name]) => name)).toEqual(signals)
  })
})

describe('the verdict', () => {
  test.each<[OrderFacts['kind'], Partial<OrderFacts>, string]>([
    ['payout', {}, 'allow'],
    ['payout', amount, 'allow'],
    ['payout', device, 'allow'],
    ['payout', method, 'allow'],
    ['payout', night, 'allow'],
    ['payout', { ...device, ...method }, 'confirm_again'],
    ['payout', { ...amount, ...night }, 'confirm_again'],
    ['payout', recovery, 'allow'],
    ['payout', { ...recovery, ...method }, 'confirm_again'],
    ['payout', { ...recovery, ...method, ...device }, 'hold'],
    ['payout', { ...amount, ...device, ...method, ...night }, 'hold'],
    ['payout', { ...recovery, ...amount, ...night }, 'hold'],
    ['payout', { ...amount, ...device, ...method }, 'confirm_again'],
    ['transfer', { ...recovery, ...device }, 'confirm_again'],
    ['transfer', { ...amount, ...device, ...night }, 'confirm_again'],
    ['transfer', { ...recovery, ...amount, ...device }, 'hold'],
    ['transfer', { ...recovery, ...amount, ...device, ...night }, 'hold'],
  ])('of a %s with %j is %s', (kind, facts, verdict) => {
    expect(assessOrder({ ...ordinary, ...facts, kind })).toBe(verdict)
  })

  test.each([100, 5_000, 75_000])('of %d ₽ ordered by a newcomer at any hour is to allow it', (rubles) => {
    for (let hour = 0; hour < 24; hour++) {
      expect(assessOrder({ ...newcomer, amount: rubles * 100, hour })).toBe('allow')
    }
  })
})
