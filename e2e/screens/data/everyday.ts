import { type Balance, getBalance, getTotalBalance } from '@portal/shared/contracts/balance'
import { checkDefault, listEmployees } from '@portal/shared/contracts/employee'
import { openEvents } from '@portal/shared/contracts/live-event'
import { listOperations } from '@portal/shared/contracts/operation'
import { listPasskeys, startPasskeySignIn } from '@portal/shared/contracts/passkey'
import { getOwnPhone } from '@portal/shared/contracts/password'
import { getSessionBootstrap, getUser } from '@portal/shared/contracts/session'
import { getTipsStats } from '@portal/shared/contracts/tips'
import { type Answer, answer, keepWaiting } from '../api.ts'
import { at, now } from './now.ts'
import { firstPage, operations, tips } from './operations.ts'
import type { Person } from './people.ts'
import { statsOf } from './tips.ts'

/** What the API says to the person on any screen; tips and operations are kept by every page, for want of a network. */
export function everyday({ user, places }: Person): Answer[] {
  const employees = places.map(({ employee }) => employee)
  const balances = Object.fromEntries(places.map(({ employee, balance }) => [employee.restaurant.id, balance]))
  const total = sumOf(places.map(({ balance }) => balance))
  return [
    answer(getSessionBootstrap, {
      user,
      employees,
      balance: { total, by_restaurant: balances },
      ends_at: at(-30, '12:00'),
      live_seq: 1,
    }),
    answer(listEmployees, { items: employees }),
    answer(checkDefault, ({ params: { id } }) => ({
      default: employees.some((employee) => employee.id === id && employee.default),
    })),
    answer(getUser, user),
    answer(listPasskeys, { items: [] }),
    keepWaiting(startPasskeySignIn),
    answer(getOwnPhone, { phone_number: '+79000000001' }),
    answer(getBalance, ({ params: { restId = '' } }) => balances[restId] ?? total),
    answer(getTotalBalance, total),
    answer(getTipsStats, statsOf),
    answer(listOperations, ({ query }) => firstPage(query.type === 'tip' ? tips : operations)),
    keepWaiting(openEvents),
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
