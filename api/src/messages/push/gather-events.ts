import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The tips of this time become one message. */
const GATHER_SECONDS = 60
/** A shift is over if no tip has come for this time. */
const SHIFT_SECONDS = 40 * 60
const MAX_EVENTS = 1_000
/** Push services keep a message for this time. A newer message does not repeat an older one. */
const MESSAGE_HOURS = 24

/**
 * Adds events to the messages of each browser, and returns how many events there were. A waiting message also takes
 * newer events. A sent message is sent again with everything that its user has not seen; only the next shift begins at
 * 0. Several processes may run it at the same time.
 */
export async function gatherEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from push_event
      where id in (select id from push_event order by id limit ${MAX_EVENTS} for update skip locked)
      returning user_id, kind, count, amount, time_zone
    ), summed as (
      select user_id, kind, sum(count)::int as count, sum(amount)::bigint as amount, max(time_zone) as time_zone
      from taken group by user_id, kind
    ), told as (
      select * from summed
      union all
      select user_id, 'shift', count, amount, time_zone from summed where kind = 'tip'
    ), gathered as (
      insert into push_message as m (subscription_id, kind, count, amount, time_zone, next_attempt_at)
      select s.id, e.kind, e.count, e.amount, e.time_zone,
        clock_timestamp() + make_interval(
          secs => case e.kind when 'tip' then ${GATHER_SECONDS} when 'shift' then ${SHIFT_SECONDS} else 0 end)
      from told e
      join push_subscription s on s.user_id = e.user_id
      join push_preference p on p.user_id = e.user_id
      where case when e.kind in ('tip', 'share', 'shift') then p.tips when e.kind = 'method' then true else p.payouts end
      -- In one order, so that two replicas do not wait for each other.
      order by s.id, e.kind
      on conflict (subscription_id, kind) do update set
        count = excluded.count + case when ${isForgotten} then 0 else m.count end,
        amount = excluded.amount + case when ${isForgotten} then 0 else m.amount end,
        time_zone = excluded.time_zone,
        revision = m.revision + 1,
        -- Each tip postpones the result of its shift.
        next_attempt_at = case when m.kind = 'shift' then excluded.next_attempt_at else coalesce(m.next_attempt_at, excluded.next_attempt_at) end
    )
    select count(*)::int as count from taken`.execute(db)
  return rows[0]?.count ?? 0
}

const isForgotten = sql<boolean>`
  m.next_attempt_at is null and (m.kind = 'shift' or m.sent_at < clock_timestamp() - make_interval(hours => ${MESSAGE_HOURS}))`
