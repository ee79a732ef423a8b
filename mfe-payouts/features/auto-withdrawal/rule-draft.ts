import type { AutoWithdrawal, NewAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { MAX_KEPT_RUBLES } from '@portal/contracts/auto-withdrawal-rule'
import type { OrderLimits } from '@portal/contracts/limits'
import { formatRubles } from '@portal/contracts/money-text'
import type { PayoutMethod } from '@portal/contracts/payout-method'
import { max, min } from '@portal/shared/rules/sizes'
import { required } from '@portal/shared/rules/values'
import * as z from '@portal/shared/zod'

export type RuleTerms = Pick<NewAutoWithdrawal, 'binding_id' | 'schedule' | 'day_limit' | 'keep'>
export type ScheduleKind = RuleTerms['schedule']['kind']

/** The default hour is after most shifts and before the day begins. */
const USUAL_HOUR = 9
const USUAL_THRESHOLD_RUBLES = 5_000

/** Checks the sum of a threshold only where the rule has one. */
export function ruleSchema(kind: ScheduleKind, { min: least, day }: OrderLimits) {
  const sum = z.nullable(z.number()).check(required('Введите сумму'), min(least, `Не меньше ${formatRubles(least)}`))
  return z
    .object({
      hour: z.string(),
      amount: kind === 'threshold' ? sum : z.nullable(z.number()),
      keep: z.nullable(z.number()).check(max(MAX_KEPT_RUBLES, `Не больше ${formatRubles(MAX_KEPT_RUBLES)}`)),
      binding_id: z.nullable(z.string()).check(required('Выберите, куда выводить')),
      day_limit: sum.check(max(day.limit, `Не больше ${formatRubles(day.limit)}`)),
    })
    .check(
      z.refine(({ amount, keep }) => kind === 'daily' || !keep || !amount || amount >= keep + least, {
        path: ['keep'],
        error: `Хотя бы на ${formatRubles(least)} меньше суммы выше`,
      }),
      z.refine(({ amount, keep }) => kind === 'daily' || (amount ?? 0) - (keep ?? 0) <= day.limit, {
        path: ['amount'],
        error: ({ input }) => `Не больше ${formatRubles(day.limit + ((input as { keep: number | null }).keep ?? 0))}`,
      }),
    )
}

type Values = z.infer<ReturnType<typeof ruleSchema>>

/**
 * Returns the terms of the rule, without its method if that was deleted, or the default method if there is no rule yet.
 */
export function initialValues(
  rule: AutoWithdrawal | null,
  methods: readonly PayoutMethod[],
  limits: OrderLimits,
): Values {
  const schedule = rule?.schedule
  const chosen = rule ? methods.find(({ id }) => id === rule.binding_id) : methods.find((each) => each.is_default)
  return {
    hour: String(schedule?.kind === 'daily' ? schedule.hour : USUAL_HOUR),
    amount: schedule?.kind === 'threshold' ? schedule.amount : USUAL_THRESHOLD_RUBLES,
    binding_id: chosen?.id ?? null,
    day_limit: rule?.day_limit ?? limits.max,
    keep: rule?.keep || null,
  }
}

export function toTerms(
  kind: ScheduleKind,
  { hour, amount, binding_id, day_limit, keep }: Values,
  rule: AutoWithdrawal | null,
): RuleTerms {
  return {
    binding_id: binding_id ?? '',
    schedule: kind === 'daily' ? { kind, hour: Number(hour) } : { kind, amount: amount ?? 0 },
    day_limit: day_limit ?? 0,
    // An earlier API does not know the field, and without it the stored sum stays.
    ...((keep || rule?.keep) && { keep: keep ?? 0 }),
  }
}

/** Returns whether a rule is on with exactly these terms. */
export function isOnWith(rule: AutoWithdrawal | null, terms: RuleTerms): boolean {
  if (!rule || rule.stopped) return false
  const inOrder = ({ binding_id, schedule, day_limit, keep = 0 }: RuleTerms) => {
    const at = schedule.kind === 'daily' ? schedule.hour : schedule.amount
    return JSON.stringify([binding_id, schedule.kind, at, day_limit, keep])
  }
  return inOrder(rule) === inOrder(terms)
}
