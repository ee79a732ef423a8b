import type { MoneyOrder } from '@portal/contracts/new-payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/route.ts'
import type { VerifiedProof } from '../../identity/confirmation/proof.ts'
import type { RuleProof } from '../auto-withdrawal/rule.ts'
import type { Plan } from '../order/plan-order.ts'
import { NIGHT_HOURS, type OrderFacts, type Total } from './assess-order.ts'

/**
 * An order with a verified proof, which may be a rule. `shouldHoldIfUnusual` is true if the user cannot confirm the
 * order a second time.
 */
export type ProvenOrder = {
  user: SignedIn
  order: MoneyOrder
  key: string
  plan: Plan
  proof: VerifiedProof | { rule: RuleProof }
  shouldHoldIfUnusual: boolean
}

type FactSources = Pick<ProvenOrder, 'user' | 'plan' | 'proof'>

type Habit = Omit<Total, 'amount'>

type Row = Omit<OrderFacts, 'kind' | 'passkeyAge' | 'ofKind' | 'ofBoth'> & {
  ofKind: Habit
  ofBoth: Habit
  takenOfKind: number
  takenOfBoth: number
}

function toPasskeyAge(proof: ProvenOrder['proof']): number | null {
  if ('rule' in proof) return proof.rule.passkeyAge
  return 'assertion' in proof ? proof.assertion.ageHours : null
}

/**
 * Reads the facts of an order in one query. The caller has locked the user's orders, so simultaneous orders see each
 * other. Only orders older than a day are a habit, because a thief's first small orders would make the next ones usual.
 * The amount includes the orders of the last 24 hours, so small parts of a large order are as unusual as the whole.
 */
export async function readOrderFacts(trx: Db, { user, plan, proof }: FactSources): Promise<OrderFacts> {
  const { kind, amount } = plan
  const methodId = plan.kind === 'payout' ? plan.methodId : null
  const hoursSince = (moment: string) => sql`extract(epoch from clock_timestamp() - ${sql.raw(moment)})::float8 / 3600`
  const zone = plan.payer.time_zone
  const habits = (orders: string) => sql`json_build_object(
    'orders', coalesce(sum(orders_${sql.raw(orders)}), 0),
    'largest', coalesce(max(amount_${sql.raw(orders)}), 0),
    'atNight', coalesce(sum(night_${sql.raw(orders)}), 0))`
  const { rows } = await sql<Row>`
    select
      habit."ofKind", habit."ofBoth",
      (select ${hoursSince('d.created_at')} from session s join device d on d.id = s.device_id
        where s.id::text = ${user.sessionId} and s.user_id = ${user.id}) as "deviceAge",
      (select ${hoursSince('min(created_at)')} from device where user_id = ${user.id}) as "oldestDeviceAge",
      coalesce(${hoursSince('method.since')}, 0) as "methodAge",
      exists (select from payout where user_id = ${user.id} and status = 'succeeded'
        and (binding_id <> method.id or created_at < method.since)) as "hasOtherMethod",
      (select ${hoursSince('greatest(recovered_at, phone_changed_at)')} from user_account where id = ${user.id}) as "recoveredAgo",
      extract(hour from clock_timestamp() at time zone ${zone})::int as hour,
      taken.*
    from (
      select ${habits('of_kind')} as "ofKind", ${habits('of_both')} as "ofBoth"
      from (
        select
          count(*) filter (where is_kind) as orders_of_kind, sum(amount) filter (where is_kind) as amount_of_kind,
          count(*) filter (where is_kind and is_night) as night_of_kind,
          count(*) as orders_of_both, sum(amount) as amount_of_both, count(*) filter (where is_night) as night_of_both
        from (
          select amount, kind = ${kind} as is_kind, local.created_at,
            extract(hour from local.created_at) between ${NIGHT_HOURS.from} and ${NIGHT_HOURS.to - 1} as is_night
          from payout p, lateral (select p.created_at at time zone ${zone} as created_at) as local
          where user_id = ${user.id} and status = 'succeeded'
            and p.created_at between clock_timestamp() - interval '90 days' and clock_timestamp() - interval '1 day'
        ) as finished
        group by date_trunc('day', created_at)
      ) as day
    ) as habit
    cross join (
      select coalesce(sum(amount) filter (where kind = ${kind}), 0)::bigint as "takenOfKind",
        coalesce(sum(amount), 0)::bigint as "takenOfBoth"
      from payout where user_id = ${user.id} and status <> 'canceled' and created_at > clock_timestamp() - interval '1 day'
    ) as taken
    left join lateral (
      select id, greatest(created_at, confirmed_at) as since from payout_binding where id = ${methodId}::uuid
    ) as method on true`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the facts of an order are one row')
  const { takenOfKind, takenOfBoth, ...facts } = row
  const withOrder = (habit: Habit, taken: number): Total => ({ ...habit, amount: amount + taken })
  return {
    ...facts,
    kind,
    // A rule has no session, so its orders count as those of the browser that confirmed the rule.
    ...('rule' in proof && { deviceAge: proof.rule.deviceAge }),
    passkeyAge: toPasskeyAge(proof),
    ofKind: withOrder(facts.ofKind, takenOfKind),
    ofBoth: withOrder(facts.ofBoth, takenOfBoth),
  }
}
