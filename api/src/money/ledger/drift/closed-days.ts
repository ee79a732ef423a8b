import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { hashes, MAX_DIFFERENCES } from './checkpoint.ts'
import type { Drift } from './difference.ts'

/** How many transfers of a day one statement reads. */
const MAX_READ_TRANSFERS = 200_000
/** A day is verified again when its last verification is so old, even without a sign of a change. */
const MAX_AGE_HOURS = 12

type Day = { day: string; after: number; last: number; transfers: number; hash: string }
type Sums = { transfers: number; hash: bigint }

/**
 * Verifies until `isOver` that closed days have not changed: first the days that differed, then the ones whose last
 * verification is oldest. With `before`, every day that was not verified since then is due. Returns whether all due
 * days were verified.
 */
export async function verifyDays(
  db: Db,
  { before, isOver }: { before: Date | undefined; isOver: () => boolean },
): Promise<boolean> {
  const seen = new Set<string>()
  for (;;) {
    const next = await nextDay(db, before, [...seen])
    if (!next) return true
    if (seen.size > 0 && isOver()) return false
    seen.add(next.day)
    const found = await readDay(db, next)
    const differs = found.transfers !== next.transfers || found.hash !== BigInt(next.hash)
    await sql`update ledger_day set differs = ${differs}, read_again_at = clock_timestamp()
      where day = ${next.day}::date and last_transfer_id = ${next.last}`.execute(db)
  }
}

export async function differingDays(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select 'days' as check, to_char(day, 'YYYY-MM-DD') as subject, jsonb_build_object('transfers', transfers) as expected,
      '{}'::jsonb as found
    from ledger_day where differs order by day limit ${MAX_DIFFERENCES}`.execute(db)
  return rows
}

async function nextDay(db: Db, before: Date | undefined, seen: readonly string[]): Promise<Day | undefined> {
  const { rows } = await sql<Day>`
    select to_char(day, 'YYYY-MM-DD') as day, last_transfer_id as last, transfers, hash::text as hash,
      coalesce((select max(last_transfer_id) from ledger_day earlier where earlier.day < d.day), 0)::bigint as after
    from ledger_day d
    where (differs or read_again_at < coalesce(${before ?? null}::timestamptz, clock_timestamp() - make_interval(hours => ${MAX_AGE_HOURS})))
      and to_char(day, 'YYYY-MM-DD') <> all(${seen}::text[])
    order by differs desc, read_again_at limit 1`.execute(db)
  return rows[0]
}

/** Reads a day in parts, because a statement has a time limit. */
async function readDay(db: Db, { after, last }: Day): Promise<Sums> {
  const sums = { transfers: 0, hash: 0n }
  for (let start = after; start < last; ) {
    const end = await findReadingEnd(db, start, last)
    const { rows } = await sql<{ transfers: number; hash: string }>`
      select count(*) as transfers, coalesce(sum(hash), 0)::text as hash from ${hashes(start, end)} hashed`.execute(db)
    for (const row of rows) {
      sums.transfers += row.transfers
      sums.hash += BigInt(row.hash)
    }
    start = end
  }
  return sums
}

/** The end is found by counting rows, because the numbers of transfers have large gaps where a month begins. */
async function findReadingEnd(db: Db, start: number, last: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ledger_transfer where id > ${start} and id < ${last} order by id offset ${MAX_READ_TRANSFERS} limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? last
}
