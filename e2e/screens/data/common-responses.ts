import { type Balance, getBalance, getTotalBalance } from '@portal/contracts/balance'
import { checkDefault, listEmployees } from '@portal/contracts/employee'
import { openEvents } from '@portal/contracts/live-event'
import { listOperations } from '@portal/contracts/operation'
import { listPasskeys, startPasskeySignIn } from '@portal/contracts/passkey'
import { getOwnPhone } from '@portal/contracts/password'
import { getSessionBootstrap, getUser } from '@portal/contracts/session'
import { getTipsStats } from '@portal/contracts/tips'
import { neverRespond, respond, type StubResponse } from '../api.ts'
import { at, now } from './now.ts'
import { firstPage, operations, tips } from './operations.ts'
import type { Person } from './people.ts'
import { statsOf } from './tips.ts'

/** Returns the responses that any screen needs; every page fetches tips and operations to cache them for offline use. */
export function commonResponses({ user, places }: Person): StubResponse[] {
  const employees = places.map(({ employee }) => employee)
  const balances = Object.fromEntries(places.map(({ employee, balance }) => [employee.restaurant.id, balance]))
  const total = sumOf(places.map(({ balance }) => balance))
  return [
    respond(getSessionBootstrap, {
      user,
      employees,
      balance: { total, by_restaurant: balances },
      ends_at: at(-30, '12:00'),
      live_seq: 1,
    }),
    respond(listEmployees, { items: employees }),
    respond(checkDefault, ({ params: { id } }) => ({
      default: employees.some((employee) => employee.id === id && employee.default),
    })),
    respond(getUser, user),
    respond(listPasskeys, { items: [] }),
    neverRespond(startPasskeySignIn),
    respond(getOwnPhone, { phone_number: '+79000000001' }),
    respond(getBalance, ({ params: { restId = '' } }) => balances[restId] ?? total),
    respond(getTotalBalance, total),
    respond(getTipsStats, statsOf),
    respond(listOperations, ({ query }) => firstPage(query.type === 'tip' ? tips : operations)),
    neverRespond(openEvents),
  ]
}

function sumOf(balances: readonly Balance[]): Balance {
  const sum = (of: 'balance' | 'pending' | 'avg_sum') => balances.reduce((total, one) => total + one[of], 0)
  return {
    balance: sum('balance'),
    pending: sum('pending'),
    avg_sum: sum('avg_sum') / Math.max(1, balances.length),
    updated_at: now,
  }
}
