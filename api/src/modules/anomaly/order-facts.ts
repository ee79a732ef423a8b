import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/route.ts'
import type { Plan } from '../payouts/plan.ts'
import { NIGHT, type OrderFacts } from './assess-order.ts'

/** Reads what the rules need to know of an order, in one query. */
export async function readOrderFacts(db: Db, user: SignedIn, plan: Plan): Promise<OrderFacts> {
  const bindingId = plan.kind === 'payout' ? plan.bindingId : null
  const hoursSince = (moment: string) => sql`extract(epoch from clock_timestamp() - ${sql.raw(moment)})::float8 / 3600`
  const { rows } = await sql<Omit<OrderFacts, 'kind' | 'amount' | 'usual'> & OrderFacts['usual']>`
    select
      habit.*,
      (select ${hoursSince('d.created_at')} from session s join device d on d.id = s.device_id
        where s.id::text = ${user.sessionId} and s.user_id = ${user.id}) as "deviceAge",
      (select ${hoursSince('min(created_at)')} from device where user_id = ${user.id}) as "oldestDeviceAge",
      coalesce((select ${hoursSince('created_at')} from payout_binding where id = ${bindingId}::uuid), 0) as "methodAge",
      exists (select from payout where user_id = ${user.id} and status = 'succeeded'
        and binding_id <> ${bindingId}::uuid) as "hasOtherMethod",
      (select ${hoursSince('greatest(recovered_at, phone_changed_at)')} from user_account where id = ${user.id}) as "recoveredAgo",
      extract(hour from clock_timestamp() at time zone ${plan.payer.time_zone})::int as hour
    from (
      select count(*)::int as orders, coalesce(max(amount), 0)::bigint as largest,
        (count(*) filter (where extract(hour from created_at at time zone ${plan.payer.time_zone})
          between ${NIGHT.from} and ${NIGHT.to - 1}))::int as "atNight"
      from payout where user_id = ${user.id} and status = 'succeeded' and kind = ${plan.kind}
        and created_at > clock_timestamp() - interval '90 days'
    ) as habit`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the facts of an order are one row')
  const { orders, largest, atNight, ...facts } = row
  return { kind: plan.kind, amount: plan.amount, usual: { orders, largest, atNight }, ...facts }
}
