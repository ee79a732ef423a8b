import type { Db } from '@portal/api/db/connect'
import { setLedgerClock } from '@portal/api/demo/ledger-clock'
import { openWallets } from '@portal/api/modules/ledger/ledger'
import { bookTips } from '@portal/api/modules/tips/service'
import { say } from '@portal/command/command'

const BATCH = 1_000
/** 72 tips a day; 50,000 in less than two years. */
const INTERVAL_MS = 20 * 60_000

/** `phone`: of a user who does not exist yet. */
export async function hire(db: Db, phone = '+79000000001') {
  const restaurant = await db
    .insertInto('restaurant')
    .values({ name: 'Берёзка', bank: 'Т-Банк' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await db
    .insertInto('user_account')
    .values({ phone, password_hash: 'none', first_name: 'Анна' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const employee = await db
    .insertInto('employee')
    .values({ user_id: user.id, restaurant_id: restaurant.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openWallets(db, employee.id)
  return { id: employee.id, userId: user.id, restId: restaurant.id }
}

export async function book(db: Db, employeeId: string, operations: number): Promise<void> {
  const start = Date.now() - operations * INTERVAL_MS
  const began = performance.now()
  for (let first = 0; first < operations; first += BATCH) {
    const paidAt = (tip: number) => new Date(start + tip * INTERVAL_MS)
    const tips = Array.from({ length: Math.min(BATCH, operations - first) }, (_, n) => ({
      external_id: `bench-${employeeId}-${first + n}`,
      employee_id: employeeId,
      amount: 100 + ((first + n) % 900),
      paid_at: paidAt(first + n).toISOString(),
      status: 'completed' as const,
      // Two of three guests rate, one of four writes something.
      ...((first + n) % 3 !== 0 && { rating: 3 + ((first + n) % 3) }),
      ...((first + n) % 4 === 0 && { comment: `Всё было очень вкусно, спасибо! Столик ${(first + n) % 997}` }),
    }))
    await bookTips(db, tips, { accept: (trx) => setLedgerClock(trx, paidAt(first + tips.length)) })
  }
  const seconds = (performance.now() - began) / 1_000
  say(`booked ${operations} tips in ${seconds.toFixed(0)} s: ${(operations / seconds).toFixed(0)} a second`)
}
