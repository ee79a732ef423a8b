import { createHash } from 'node:crypto'
import { uuidOf } from '@portal/api/db/uuid-v7'
import { balancesOf } from '@portal/api/modules/balance/service'
import { listUserOperations } from '@portal/api/modules/operations/service'
import { withdraw } from '@portal/api/modules/payouts/testing'
import { bookTips } from '@portal/api/modules/tips/service'
import { tipsStats } from '@portal/api/modules/tips/stats'
import { tipOf } from '@portal/api/modules/tips/testing'
import { tipsTrend } from '@portal/api/modules/trend/service'
import { say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import type { Filled } from './filled-database.ts'

const CALLS = 200
const WARM_UP = 20
const BATCH = 50
/** Employees who use the portal meanwhile. */
const ACTIVE = 20

type Compared = { name: string; small: number; large: number; ratio: number }

/** Calls each in turn on both databases, of another employee each time. Returns the medians in milliseconds. */
export async function compareSizes(small: Filled, large: Filled): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const [name, work] of Object.entries(works)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let call = -WARM_UP; call < CALLS; call += 1) {
      for (const [size, filled] of Object.entries({ small, large })) {
        const began = performance.now()
        await work(filled, call + WARM_UP)
        if (call >= 0) times[size as keyof typeof times].push(performance.now() - began)
      }
    }
    const medians = { small: percentile(times.small, 0.5), large: percentile(times.large, 0.5) }
    const ratio = medians.large / medians.small
    say(`${name.padEnd(34)} ${medians.small.toFixed(2)} → ${medians.large.toFixed(2)} ms (× ${ratio.toFixed(2)})`)
    compared.push({ name, ...medians, ratio })
  }
  return compared
}

const day = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10)

const works: Record<string, (filled: Filled, call: number) => Promise<unknown>> = {
  'operations, page 1': (filled, call) => {
    const { userId, restId } = employeeOf(filled, call)
    return listUserOperations(filled.db, userId, { restId })
  },
  'operations, a page in the middle': (filled, call) => {
    const { userId, restId } = employeeOf(filled, call)
    return listUserOperations(filled.db, userId, { restId, page: 25 })
  },
  'tips of a month a year ago': (filled, call) => {
    const { userId, restId } = employeeOf(filled, call)
    return listUserOperations(filled.db, userId, { restId, type: 'tip', from: day(400), to: day(370), page: 2 })
  },
  balance: (filled, call) => balancesOf(filled.db, employeeOf(filled, call).userId),
  'statistics of a year': (filled, call) => {
    const { userId, restId } = employeeOf(filled, call)
    return tipsStats(filled.db, userId, { restId, from: day(365), to: day(0) })
  },
  trend: (filled, call) => {
    const { userId, restId } = employeeOf(filled, call)
    return tipsTrend(filled.db, userId, { restId })
  },
  'a search for a number': (filled, call) => {
    const { userId, restId } = employeeOf(filled, call)
    return listUserOperations(filled.db, userId, { restId, q: '№1000007' })
  },
  'an order of a withdrawal': (filled, call) => {
    const { id, userId, restId } = employeeOf(filled, call)
    return withdraw(filled.db, { id, userId, restaurantId: restId, bank: 'Т-Банк' }, 100)
  },
  'a tip': (filled, call) => bookTips(filled.db, [nextTip(filled, call)]),
  [`${BATCH} tips`]: (filled, call) =>
    bookTips(
      filled.db,
      Array.from({ length: BATCH }, (_, n) => nextTip(filled, call * BATCH + n)),
    ),
}

function nextTip(filled: Filled, call: number) {
  return tipOf(employeeOf(filled, call), 100, { paid_at: new Date().toISOString() })
}

/** Steps through those who use the portal meanwhile, far from each other. Ids are those of the generator. */
function employeeOf({ employees }: Filled, call: number) {
  const n = ((call * 7) % ACTIVE) * Math.floor(employees / ACTIVE)
  return { id: md5(`employee ${n}`), userId: md5(`user ${n}`), restId: md5(`restaurant ${Math.floor(n / 10)}`) }
}

function md5(text: string): string {
  return uuidOf(createHash('md5').update(text).digest())
}
