import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/route.ts'
import type { Plan } from '../payouts/plan.ts'
import { NIGHT, type OrderFacts } from './assess-order.ts'

/**
 * Reads what the rules need to know of an order, in one query. A habit is older than a day: else the first small orders of a
 * thief would make the next ones usual. What the day has taken so far is part of the amount, so that small parts of a large
 * order are as unusual as the whole.
 */
export async function readOrderFacts(db: Db, user: SignedIn, plan: Plan): Promise<OrderFacts> {
  const bindingId = plan.kind === 'payout' ? plan.bindingId : null
  const hoursSince = (moment: string) => sql`extract(epoch from clock_timestamp() - ${sql.raw(moment)})::float8 / 3600`
  const zone = plan.payer.time_zone
  const { rows } = await sql<Omit<OrderFacts, 'kind' | 'amount' | 'usual'> & OrderFacts['usual'] & { taken: number }>`
    select
      habit.*,
      (select ${hoursSince('d.created_at')} from session s join device d on d.id = s.device_id
        where s.id::text = ${user.sessionId} and s.user_id = ${user.id}) as "deviceAge",
      (select ${hoursSince('min(created_at)')} from device where user_id = ${user.id}) as "oldestDeviceAge",
      coalesce(${hoursSince('method.since')}, 0) as "methodAge",
      exists (select from payout where user_id = ${user.id} and status = 'succeeded'
        and (binding_id <> method.id or created_at < method.since)) as "hasOtherMethod",
      (select ${hoursSince('greatest(recovered_at, phone_changed_at)')} from user_account where id = ${user.id}) as "recoveredAgo",
      extract(hour from clock_timestamp() at time zone ${zone})::int as hour,
      (select coalesce(sum(amount), 0)::bigint from payout where user_id = ${user.id} and kind = ${plan.kind}
        and status <> 'canceled' and created_at > clock_timestamp() - interval '1 day') as taken
    from (
      select coalesce(sum(orders), 0)::int as orders, coalesce(max(amount), 0)::bigint as largest,
        coalesce(sum(at_night), 0)::int as "atNight"
      from (
        select count(*) as orders, sum(amount) as amount,
          count(*) filter (where extract(hour from created_at at time zone ${zone})
            between ${NIGHT.from} and ${NIGHT.to - 1}) as at_night
        from payout where user_id = ${user.id} and status = 'succeeded' and kind = ${plan.kind}
          and created_at between clock_timestamp() - interval '90 days' and clock_timestamp() - interval '1 day'
        group by date_trunc('day', created_at at time zone ${zone})
      ) as day
    ) as habit
    left join lateral (
      select id, greatest(created_at, confirmed_at) as since from payout_binding where id = ${bindingId}::uuid
    ) as method on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the facts of an order are one row')
  const { orders, largest, atNight, taken, ...facts } = row
  return { kind: plan.kind, amount: plan.amount + taken, usual: { orders, largest, atNight }, ...facts }
}
