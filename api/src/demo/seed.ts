import { dayIn } from '@portal/contracts/calendar'
import type { IncomingTip } from '@portal/contracts/ingest'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { bookTips } from '../money/tips/service.ts'
import type { Settings } from '../settings/settings.ts'
import { anna, demoUsers, restaurants } from './demo-users.ts'
import { setLedgerClock, withLedgerClock } from './ledger-clock.ts'
import { pastOrders } from './past-orders.ts'
import { createRandom } from './random.ts'
import { seedOrder } from './seed-orders.ts'
import { seedUsers } from './seed-users.ts'
import { demoTip, tipHistory } from './tip-history.ts'

const HISTORY_DAYS = 120
const DAY_MS = 24 * 60 * 60 * 1000
/** An arbitrary number for a lock that no other code uses. */
const LOCK_ID = 7_300_415_129

/**
 * Fills an empty portal with users and four months of their money. Several processes may start together; only one fills
 * it. The ledger is written only by its own functions. If a seed was killed, the next one completes it.
 */
export async function seedDemo(
  db: Db,
  settings: Settings,
  { ownerUrl, now = new Date() }: { ownerUrl?: string | undefined; now?: Date } = {},
): Promise<void> {
  // Checked without a lock, because behind a pooler of transactions another connection would release the lock.
  if (await isSeeded(db)) return
  await db.connection().execute(async (lock) => {
    await sql`select pg_advisory_lock(${LOCK_ID})`.execute(lock)
    try {
      if (await isSeeded(db)) return
      await seedUsers(db, settings, new Date(+now - (HISTORY_DAYS + 30) * DAY_MS), now)
      await withLedgerClock(ownerUrl, () => seedMoney(db, now))
      // Inserted last, because invitations mark a complete seed.
      await seedInvitations(db, now)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_ID})`.execute(lock)
    }
  })
}

async function isSeeded(db: Db): Promise<boolean> {
  return (await db.selectFrom('invitation').select('code').executeTakeFirst()) !== undefined
}

/** Books tips and orders in the order of their dates, because a feed accepts no operation before its last one. */
async function seedMoney(db: Db, now: Date): Promise<void> {
  const tips = demoUsers
    .flatMap(({ jobs }) => jobs.flatMap((job) => tipHistory(job, HISTORY_DAYS, now)))
    .concat(todaysTips(now))
    .sort((a, b) => a.paid_at.localeCompare(b.paid_at))
  const { count: done } = await db
    .selectFrom('payout')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  let booked = 0
  const bookUntil = async (moment: Date) => {
    const next = tips.findIndex(({ paid_at }) => Date.parse(paid_at) >= +moment)
    const until = next === -1 ? tips.length : next
    // A batch has one date. It must not cross midnight in Moscow, where the months of the ledger begin.
    const byDay = Map.groupBy(tips.slice(booked, until), (tip) => dayIn('Europe/Moscow', new Date(tip.paid_at)))
    for (const dayTips of byDay.values()) {
      await bookTips(db, dayTips, { accept: (trx) => setLedgerClock(trx, new Date(dayTips.at(-1)?.paid_at ?? now)) })
    }
    booked = Math.max(booked, until)
  }
  for (const [index, order] of pastOrders(now).entries()) {
    await bookUntil(order.at)
    if (index >= done) await seedOrder(db, order)
  }
  await bookUntil(new Date(+now + 1))
}

/** Books a few tips of today for Анна at any hour; the last two are pending. */
function todaysTips(now: Date): IncomingTip[] {
  const random = createRandom('today')
  return [90, 64, 35, 12, 4].map((minutes, index) => ({
    ...demoTip(random, `demo:today:${index}`, anna.jobs[0].id, new Date(+now - minutes * 60_000)),
    status: index < 3 ? 'completed' : 'pending',
  }))
}

/** Inserts one invitation of each kind. The one to «Старый мост» is for a registered user. */
async function seedInvitations(db: Db, now: Date): Promise<void> {
  const { berezka, bridge } = restaurants
  const later = new Date(+now + 3650 * DAY_MS)
  const once = { restaurant_id: berezka.id, reusable: false, used_at: null }
  await db
    .insertInto('invitation')
    .values([
      { ...once, code: 'DEMO-BEREZKA', reusable: true, expires_at: later },
      { ...once, code: 'DEMO-BRIDGE', restaurant_id: bridge.id, reusable: true, expires_at: later },
      { ...once, code: 'DEMO-EXPIRED', expires_at: new Date(+now - DAY_MS) },
      { ...once, code: 'DEMO-USED', expires_at: later, used_at: now },
    ])
    .execute()
}
