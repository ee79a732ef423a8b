import { getAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { type Balance, getBalance, getTotalBalance } from '@portal/contracts/balance'
import { checkDefault, listEmployees } from '@portal/contracts/employee'
import type { ResponseOf } from '@portal/contracts/endpoint'
import { openEvents } from '@portal/contracts/live-event'
import { listOperations } from '@portal/contracts/operation'
import { listPasskeys, startPasskeySignIn } from '@portal/contracts/passkey'
import { getOwnPhone } from '@portal/contracts/password'
import { listPayouts } from '@portal/contracts/payout'
import { getPublicSettings } from '@portal/contracts/public-settings'
import { getSessionBootstrap, getUser } from '@portal/contracts/session'
import { reportTelemetry } from '@portal/contracts/telemetry'
import { getTipsStats } from '@portal/contracts/tips'
import { getTipsTrend } from '@portal/contracts/trend'
import { at, now } from './now.ts'
import { firstPage, operations, tips } from './operations.ts'
import { firstPage as firstPageOfPayouts, succeeded } from './payouts.ts'
import { type ExampleResponse, neverRespond, respond } from './responses.ts'
import { tipsStats } from './tips.ts'
import { trend } from './trend.ts'
import type { ScreenUser } from './users.ts'

/** The session of a user. */
export function sessionBootstrap({ account, workplaces }: ScreenUser): ResponseOf<typeof getSessionBootstrap> {
  return {
    user: account,
    employees: workplaces.map(({ employee }) => employee),
    balance: { total: totalBalance(workplaces), by_restaurant: toBalances(workplaces) },
    ends_at: at(-30, '12:00'),
    live_seq: 1,
  }
}

function toBalances(workplaces: ScreenUser['workplaces']) {
  return Object.fromEntries(workplaces.map(({ employee, balance }) => [employee.restaurant.id, balance]))
}

const totalBalance = (workplaces: ScreenUser['workplaces']) => sumBalances(workplaces.map(({ balance }) => balance))

/**
 * Returns the responses that any screen needs; every page fetches tips and operations to cache them for offline use.
 */
export function commonResponses(user: ScreenUser): ExampleResponse[] {
  const { account, workplaces } = user
  const employees = workplaces.map(({ employee }) => employee)
  const balances = toBalances(workplaces)
  const total = totalBalance(workplaces)
  // A debt is for tips that were withdrawn before the guest took them back.
  const hasWithdrawn = workplaces.some(({ balance }) => balance.balance > 0 || balance.debt !== undefined)
  return [
    respond(getSessionBootstrap, sessionBootstrap(user)),
    respond(listEmployees, { items: employees }),
    respond(checkDefault, ({ params: { id } }) => ({
      default: employees.some((employee) => employee.id === id && employee.default),
    })),
    respond(getUser, account),
    respond(listPasskeys, { items: [] }),
    neverRespond(startPasskeySignIn),
    respond(getOwnPhone, { phone_number: '+79000000001' }),
    respond(getBalance, ({ params: { restId = '' } }) => balances[restId] ?? total),
    respond(getTotalBalance, total),
    respond(getAutoWithdrawal, { rule: null }),
    respond(getTipsStats, tipsStats),
    respond(getTipsTrend, trend),
    respond(listPayouts, firstPageOfPayouts(hasWithdrawn ? [succeeded] : [])),
    respond(listOperations, ({ query }) => firstPage(query.type === 'tip' ? tips : operations)),
    neverRespond(openEvents),
    respond(reportTelemetry, undefined),
    // A page that leaves a request unanswered checks whether there is a network.
    respond(getPublicSettings, { sandbox_bank: false }),
  ]
}

function sumBalances(balances: readonly Balance[]): Balance {
  const sum = (of: 'balance' | 'pending' | 'avg_sum') => balances.reduce((total, one) => total + one[of], 0)
  return {
    balance: sum('balance'),
    pending: sum('pending'),
    avg_sum: sum('avg_sum') / Math.max(1, balances.length),
    updated_at: now,
  }
}
