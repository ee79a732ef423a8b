import type pg from 'pg'
import { postponeIndexes } from './postpone-indexes.ts'

/** Operation number `k` is of employee `k % employees`: everybody has the same number of tips, and always the same amount. */
export type Generated = {
  employees: number
  /** Operations from this number up to, and without, the other one. */
  from: number
  to: number
  /** The first day of the first month, and the number of months that the operations are spread over. */
  start: string
  months: number
}

/** Hires employees at restaurants of ten, with wallets, in the table `generated_employee`. Their ids follow from their number. */
export async function generateEmployees(client: pg.Client, employees: number): Promise<void> {
  await client.query('begin')
  await client.query(`set local session_replication_role = replica`)
  await client.query(`
    create table generated_employee as
    select n, md5('employee ' || n)::uuid as employee_id, md5('user ' || n)::uuid as user_id,
      md5('restaurant ' || n / 10)::uuid as restaurant_id, 5000 + n % 97 * 100 as amount,
      nextval(pg_get_serial_sequence('ledger_account', 'id')) as account_id
    from generate_series(0, ${employees - 1}) as n`)
  await client.query(`
    insert into restaurant (id, name, bank) select distinct restaurant_id, 'Берёзка', 'Т-Банк' from generated_employee`)
  await client.query(`
    insert into user_account (id, phone, password_hash, first_name)
    select user_id, '+79' || lpad(n::text, 9, '0'), 'none', 'Анна' from generated_employee`)
  await client.query(`
    insert into employee (id, user_id, restaurant_id, is_default)
    select employee_id, user_id, restaurant_id, n % 10 = 0 from generated_employee`)
  await client.query(`
    insert into ledger_account (id, kind, employee_id) overriding system value
    select account_id, 'wallet', employee_id from generated_employee order by n`)
  await client.query(
    `insert into ledger_account (kind, employee_id) select 'uncleared', employee_id from generated_employee`,
  )
  await client.query('commit')
}

/**
 * Writes booked tips with all of their rows past the rules, a statement for each table and month: for measurements at sizes that no till
 * reaches in a year. Works on the schema before months of the ledger too. The connections are the owner's and a superuser's; each
 * keeps a core busy.
 */
export async function generateOperations(
  clients: readonly [pg.Client, ...pg.Client[]],
  { employees, from, to, start, months }: Generated,
) {
  const [client] = clients
  const { rows } = await client.query<{ ok: boolean }>("select to_regclass('ledger_ref') is not null as ok")
  const hasMonths = rows[0]?.ok === true
  for (const each of clients) await each.query(`set session_replication_role = replica`)
  await postponeIndexes(client, async () => {
    for (let month = 0; month < months; month += 1) {
      const share = (n: number) => from + Math.floor(((to - from) * n) / months)
      const [first, end] = [share(month), share(month + 1)]
      const begin = `('${start}'::date + make_interval(months => ${month}))`
      if (hasMonths) await client.query(`select add_ledger_month(${begin}::date)`)
      const id = hasMonths ? `ledger_month_start(${begin}::date) + k - ${first} + 1` : 'k + 1'
      // Its rows are computed again by each statement, in the order of `k`: faster than to store and read them.
      const tips = `(
        select k, ${id} as transfer_id, 2 * k + 1 as entry_id, e.*, k / ${employees} + 1 as seq,
          (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5('o' || k), 1, 3) || '8' || substr(md5('o' || k), 4, 15))::uuid as operation_id,
          (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5('t' || k), 1, 20))::uuid::text as external_id, at
        from (
          select k, date_trunc('milliseconds', ${begin} at time zone 'Europe/Moscow' + interval '27 days' * ((k - ${first})::float8 / ${end - first})) as at
          from generate_series(${first}::bigint, ${end - 1}::bigint) as k
        ) as moment join generated_employee e on e.n = k % ${employees}
      ) as tip`
      const ofTips = [
        `
        insert into ledger_transfer (id, ref, kind, debit_account, credit_account, amount, created_at) ${hasMonths ? '' : 'overriding system value'}
        select transfer_id, 'tip:' || external_id, 'tip', (select id from ledger_account where code = 'tips_clearing'), account_id, amount, at
        from ${tips}`,
        hasMonths &&
          `
        insert into ledger_ref (key, transfer_id) select ledger_key('tip:' || external_id), transfer_id from ${tips}`,
        `
        insert into ledger_entry (id, transfer_id, account_id, amount, seq, balance_after) ${hasMonths ? '' : 'overriding system value'}
        select entry_id + side, transfer_id,
          case side when 0 then (select id from ledger_account where code = 'tips_clearing') else account_id end,
          case side when 0 then -amount else amount end, case side when 1 then seq end, case side when 1 then seq * amount end
        from ${tips} cross join (values (0), (1)) as sides (side)`,
        `
        insert into operation (id, employee_id, user_id, type, amount, status, title, rating, created_at, number,
          employee_seq, employee_type_seq, user_seq, user_type_seq)
        select operation_id, employee_id, user_id, 'tip', amount, 'completed', 'Чаевые', 5, at, 1000000 + k, seq, seq, seq, seq from ${tips}`,
        `
        insert into tip (external_id, employee_id, amount, status, paid_at, operation_id)
        select external_id, employee_id, amount, 'completed', at, operation_id from ${tips}`,
        `
        insert into tip_day (employee_id, day, amount, count)
        select employee_id, (at at time zone 'Europe/Moscow')::date, sum(amount), count(*) from ${tips} group by 1, 2`,
        `
        insert into tip_hour (employee_id, day, hour, amount, count)
        select employee_id, (at at time zone 'Europe/Moscow')::date, extract(hour from at at time zone 'Europe/Moscow')::int, sum(amount), count(*)
        from ${tips} group by 1, 2, 3`,
        `
        insert into review_day (employee_id, day, stars, count, commented)
        select employee_id, (at at time zone 'Europe/Moscow')::date, 5, count(*), 0 from ${tips} group by 1, 2`,
      ]
      await sendAll(clients, ofTips)
    }
  })
  await countGenerated(client, { employees, to })
  for (const each of clients) await each.query(`set session_replication_role = default`)
}

/** Sends each statement by the connection that is the first to be free. */
async function sendAll(clients: readonly pg.Client[], statements: readonly (string | false)[]): Promise<void> {
  const waiting = statements.filter((one) => one !== false)
  await Promise.all(
    clients.map(async (client) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
    }),
  )
}

/** Counters and balances are those of all operations so far. */
async function countGenerated(client: pg.Client, { employees, to }: Pick<Generated, 'employees' | 'to'>) {
  const count = `((${to} - n + ${employees - 1}) / ${employees})::bigint`
  await client.query(`
    insert into operation_feed (owner_id, type, count)
    select owner_id, type, ${count} from generated_employee, unnest(array[employee_id, user_id]) as owner_id, unnest(array['all', 'tip']) as type
    on conflict (owner_id, type) do update set count = excluded.count`)
  await client.query(`
    update ledger_account a set seq = ${count}, balance = ${count} * amount from generated_employee e where e.account_id = a.id`)
  // Far above all that is generated, also later.
  await client.query("select setval('payout_number_seq', 1000000000), setval('ledger_entry_id_seq', 1000000000000)")
  // Before the months, the numbers of transfers are those of the operations.
  await client.query(
    `select setval('ledger_transfer_id_seq', greatest(${to} + 1, (select last_value from ledger_transfer_id_seq)))`,
  )
}
