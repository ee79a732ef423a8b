import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/connect.ts'
import { withClient } from '../../../db/connect-client.ts'
import { insertPayoutMethod } from '../../../payouts/payout-methods/repository.ts'
import { insertPayout } from '../../../payouts/repository.ts'
import { bookTips } from '../../tips/service.ts'
import { openWallets } from '../ledger.ts'

export type TestEmployee = { id: string; userId: string; restaurantId: string; bank: string }

/** Returns a time zone in which it is noon now, because tests run at any hour and an order at night is unusual. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  // The names count the hours behind Greenwich.
  return `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
}

export async function openRestaurant(db: Db, { name = 'Берёзка', bank = 'Т-Банк', timeZone = 'Europe/Moscow' } = {}) {
  return await db
    .insertInto('restaurant')
    .values({ name, bank, time_zone: timeZone })
    .returning(['id', 'bank'])
    .executeTakeFirstOrThrow()
}

let lastPhone = 79_165_000_000

/**
 * Returns a phone that no user has, including users of a demo in this database. It never ends with 00:
 * no bank pays those.
 */
export function newPhone(): string {
  lastPhone += lastPhone % 100 === 99 ? 2 : 1
  return `+${lastPhone}`
}

/** Creates a user with an employee and an open wallet; with `user`, another employee of that user. */
export async function hire(
  db: Db,
  restaurant: { id: string; bank: string },
  { firstName = 'Анна', lastName = 'Смирнова', isDefault = false, user = '' } = {},
): Promise<TestEmployee> {
  const phone = newPhone()
  const userId =
    user ||
    (
      await db
        .insertInto('user_account')
        .values({ phone, password_hash: 'none', first_name: firstName, last_name: lastName })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const { id } = await db
    .insertInto('employee')
    .values({ user_id: userId, restaurant_id: restaurant.id, is_default: isDefault })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openWallets(db, id)
  return { id, userId, restaurantId: restaurant.id, bank: restaurant.bank }
}

export async function addCard(
  db: Db,
  { userId, bank }: TestEmployee,
  last4 = '1234',
  card_token: string = randomUUID(),
): Promise<string> {
  const card = {
    type: 'card',
    card_token,
    mask: `2200 •••• •••• ${last4}`,
    last4,
    network: 'mir',
  } as const
  return await insertPayoutMethod(db, { user_id: userId, bank, bank_name: 'Сбербанк', ...card })
}

/** Inserts a payout, or with a recipient a transfer, whose money has not moved yet. Kopecks. Returns its id. */
export async function order(
  db: Db,
  payer: TestEmployee,
  {
    recipient,
    amount,
    fee = 0,
    method,
  }: { recipient?: TestEmployee; amount: number; fee?: number; method?: string | undefined },
): Promise<string> {
  const { id } = await insertPayout(db, {
    kind: recipient ? 'transfer' : 'payout',
    employee_id: payer.id,
    user_id: payer.userId,
    binding_id: recipient ? null : (method ?? (await addCard(db, payer))),
    recipient_employee_id: recipient?.id ?? null,
    amount,
    fee,
    destination_type: recipient ? 'employee' : 'card',
    destination_title: '',
    comment: null,
    status: 'pending',
    at: undefined,
  })
  return id
}

/** Books rubles as a guest's tip. */
export async function earn(db: Db, { id }: TestEmployee, amount: number, at = new Date()): Promise<void> {
  const paid_at = at.toISOString()
  await bookTips(db, [{ external_id: randomUUID(), employee_id: id, amount, paid_at, status: 'completed' }])
}

/**
 * Runs `move` as if it were the given moment: this date is given to the ledger's transfers, and to operations that
 * would get the current time. `url` is the URL of the database's owner.
 */
export async function moveAt<T>(url: string, moment: Date, move: () => Promise<T>): Promise<T> {
  return await withClient(url, async (owner) => {
    const { rows } = await owner.query<{ last: string }>('select coalesce(max(id), 0) as last from ledger_transfer')
    const now = new Date()
    const moved = await move()
    await owner.query('set session_replication_role = replica')
    await owner.query('update ledger_transfer set created_at = $1 where id > $2', [moment, rows[0]?.last])
    await owner.query('update operation set created_at = $1 where created_at >= $2', [moment, now])
    return moved
  })
}

/** Returns the kopecks that can be withdrawn. */
export async function walletBalance(db: Db, { id }: TestEmployee): Promise<number> {
  const account = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('employee_id', '=', id)
    .where('kind', '=', 'wallet')
    .executeTakeFirstOrThrow()
  return account.balance
}

/** Returns the balance of a system's account by its code, in kopecks. */
export async function systemBalance(db: Db, code: string): Promise<number> {
  const { total } = await db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
    .select(({ fn }) => fn.sum<string | null>('e.amount').as('total'))
    .where('a.code', '=', code)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Checks every transfer and account. The result is empty unless money has appeared or vanished. */
export async function discrepancies(db: Db) {
  return await db.selectFrom('ledger_discrepancy').selectAll().execute()
}
