import type pg from 'pg'
import { prepareOrder, sendOrder } from '../orders.ts'
import type { DrillPortal } from '../portal.ts'

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

export async function orderPayout(portal: DrillPortal): Promise<string> {
  const response = await sendOrder(portal, await prepareOrder(portal))
  if (response.status !== 201)
    throw new Error(`The API answered ${response.status} to an order: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

/** Adds copies of the row of a payout, with these columns changed. */
export async function copyPayout(portal: DrillPortal, id: string, count: number, columns: object): Promise<void> {
  await portal.database.query('create sequence if not exists copies start with 1000000')
  const { rows } = await portal.database.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'payout' and is_generated = 'NEVER' and is_identity = 'NO'`,
  )
  const names = rows[0]?.names
  await unguarded(portal, (client) =>
    client.query(
      `insert into payout (${names}) select ${names} from (
         select (jsonb_populate_record(p, $2::jsonb || jsonb_build_object(
           'id', gen_random_uuid(), 'bank_reference', null, 'employee_seq', nextval('copies'), 'user_seq', currval('copies')))).*
         from payout p, generate_series(1, $3::int) where p.id = $1
       ) copies`,
      [id, JSON.stringify(columns), count],
    ),
  )
}

/**
 * Locks a copy of the payout, of two hours ago, which the worker skips then although it is due. The worker may lease a
 * copy before it is locked: then another one is made.
 */
export async function lockDuePayout(portal: DrillPortal, client: pg.PoolClient, id: string): Promise<void> {
  const due = { next_attempt_at: ago(120), created_at: ago(2 * 3600) }
  for (;;) {
    await copyPayout(portal, id, 1, { ...due, status: 'processing', completed_at: null, bank: 'Т-Банк' })
    await client.query('begin')
    const { rowCount } = await client.query(
      `select from payout where status = 'processing' and next_attempt_at < now() - interval '1 minute' for update`,
    )
    if (rowCount) return
    await client.query('rollback')
  }
}

/** Runs a statement without the triggers by which the database protects its rows. */
export async function unguarded(
  { database }: DrillPortal,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await database.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await work(client)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}
