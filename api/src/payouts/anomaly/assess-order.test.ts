import { describe, expect, test } from 'vitest'
import { assessOrder, type OrderFacts, orderSignals, type Total } from './assess-order.ts'

/** An order of 3 000 ₽ by a user whose largest day has been 6 000 ₽. */
const total: Total = { amount: 3_000_00, orders: 40, largest: 6_000_00, atNight: 0 }
const of = (change: Partial<Total>): Pick<OrderFacts, 'ofKind' | 'ofBoth'> => {
  return { ofKind: { ...total, ...change }, ofBoth: { ...total, ...change } }
}
/** A user of one year who withdraws 3 000 ₽ after a shift, on a known phone, to a known card. */
const ordinary: OrderFacts = {
  kind: 'payout',
  ...of({}),
  deviceAge: 2_000,
  oldestDeviceAge: 2_000,
  methodAge: 5_000,
  hasOtherMethod: true,
  passkeyAge: null,
  recoveredAgo: null,
  hour: 23,
}
/** A new user: no habits, one phone, one card. */
const newcomer: OrderFacts = {
  ...ordinary,
  ...of({ orders: 0, largest: 0 }),
  deviceAge: 0,
  oldestDeviceAge: 0,
  methodAge: 0,
  hasOtherMethod: false,
}
const amount = of({ amount: 20_000_00 })
const device = { deviceAge: 1 }
const method = { methodAge: 1 }
const night = { hour: 3 }
const passkey = { passkeyAge: 1 }
const recovery = { recoveredAgo: 5 }

describe('what is unusual', () => {
  test.each<[string, Partial<OrderFacts>, string[]]>([
    ['an ordinary order', {}, []],
    ['20 000 ₽ where 6 000 ₽ was the most', amount, ['amount']],
    ['18 000 ₽ there: three times as much and no more', of({ amount: 18_000_00 }), []],
    ['14 999 ₽ where 1 000 ₽ was the most', of({ amount: 14_999_00, largest: 1_000_00 }), []],
    ['75 000 ₽ of a user with four orders', of({ amount: 75_000_00, orders: 4 }), []],
    ['withdrawals and transfers that are unusual together', { ofBoth: of({ amount: 20_000_00 }).ofBoth }, ['amount']],
    [
      'a withdrawal of 20 000 ₽ of who transfers 50 000 ₽',
      { ...amount, ofBoth: of({ largest: 50_000_00 }).ofBoth },
      ['amount'],
    ],
    ['the first transfer, of 20 000 ₽', { ...amount, ofKind: newcomer.ofKind, kind: 'transfer' }, ['amount']],
    ['a phone of today beside one of a month', device, ['device']],
    ['a phone of three days', { deviceAge: 72 }, []],
    ['a session of before devices were known', { deviceAge: null }, ['device']],
    ['the only phone, of today', { deviceAge: 1, oldestDeviceAge: 1 }, []],
    ['no known device at all', { deviceAge: null, oldestDeviceAge: null }, []],
    ['a card of today beside an old one', method, ['method']],
    ['the first card, of today', { ...method, hasOtherMethod: false }, []],
    ['03:00 of a user who never ordered at night', night, ['night']],
    ['03:00 of a user who did', { ...night, ...of({ atNight: 1 }) }, []],
    ['02:00, the first hour of the night', { hour: 2 }, ['night']],
    ['01:00, after a shift', { hour: 1 }, []],
    ['06:00', { hour: 6 }, []],
    ['five hours after a recovery', recovery, ['recovery']],
    ['three days after it', { recoveredAgo: 72 }, []],
    ['a passkey of today', passkey, ['passkey']],
    ['a passkey of three days', { passkeyAge: 72 }, []],
    ['a transfer on the day of a new card', { ...method, kind: 'transfer' }, []],
  ])('%s', (_, facts, signals) => {
    const found = Object.entries(orderSignals({ ...ordinary, ...facts })).filter(([, weight]) => weight > 0)
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
    ['payout', passkey, 'allow'],
    ['payout', { ...passkey, ...device }, 'confirm_again'],
    ['payout', { ...recovery, ...amount, deviceAge: 30 }, 'hold'],
    ['transfer', { ...recovery, ...device }, 'confirm_again'],
    ['transfer', { ...amount, ...device, ...night }, 'confirm_again'],
    ['transfer', { ...recovery, ...amount, ...device }, 'hold'],
    ['transfer', { ...recovery, ...amount, ...device, ...night }, 'hold'],
  ])('of a %s with %j is %s', (kind, facts, verdict) => {
    expect(assessOrder({ ...ordinary, ...facts, kind })).toBe(verdict)
  })

  test.each([100, 5_000, 75_000])('of %d ₽ ordered by a newcomer at any hour is to allow it', (rubles) => {
    for (let hour = 0; hour < 24; hour++) {
      expect(assessOrder({ ...newcomer, ...of({ orders: 0, largest: 0, amount: rubles * 100 }), hour })).toBe('allow')
    }
  })
})
