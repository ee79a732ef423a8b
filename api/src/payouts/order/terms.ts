import type { OrderLimits } from '@portal/contracts/limits'
import type { LoweredLimit, PayoutTerms, TransferLimits } from '@portal/contracts/payout-method'
import type { Db } from '../../db/connect.ts'
import { COOLING, type Cooling, readCoolings } from '../../identity/password/cooling.ts'
import { findMethodTypes } from '../payout-methods/repository.ts'
import { type Ordered, readOrdered } from '../repository.ts'
import { employeeFee, nextFeeShare, ORDER_LIMITS_KOPECKS, type OrderKind, PAYOUT_FEES } from './limits.ts'

const copy = {
  card: { title: 'На карту', eta_text: 'Обычно до 10 минут' },
  sbp: { title: 'По номеру телефона (СБП)', eta_text: 'Обычно до минуты' },
} satisfies Record<PayoutTerms['type'], Pick<PayoutTerms, 'title' | 'eta_text'>>

type Payer = { id: string; user_id: string; fee_share: number }

/** Lists how an employee may withdraw now: with the limits of the day, lowered while a cooling time lasts. */
export async function listTerms(db: Db, payer: Payer, cardForm?: PayoutTerms['card_form']): Promise<PayoutTerms[]> {
  const left = await readLeft(db, payer, 'payout')
  const coolings = left.isCooling ? await readCoolings(db, payer.user_id) : []
  const ofUser = ofAllMoney(coolings)
  const ofNewMethods = coolings.filter(({ methodId }) => methodId !== null)
  const types = ofNewMethods.length > 0 ? await findMethodTypes(db, payer.user_id) : new Map<string, string>()
  const common = termNumbers('payout', left, ofUser)
  const feeShare = nextFeeShare(payer, left)
  const enabled = common.day_limit_left >= ORDER_LIMITS_KOPECKS.payout.min / 100
  const exhausted =
    left.month < ORDER_LIMITS_KOPECKS.payout.min
      ? 'Месячный лимит исчерпан'
      : left.day < ORDER_LIMITS_KOPECKS.payout.min || !ofUser
        ? 'Дневной лимит исчерпан'
        : `Лимит исчерпан: ${toReason(ofUser)}`
  return (['card', 'sbp'] as const).map((type) => ({
    type,
    ...copy[type],
    enabled,
    disabled_reason: enabled ? null : exhausted,
    min: ORDER_LIMITS_KOPECKS.payout.min / 100,
    ...common,
    fee: employeeFee(PAYOUT_FEES[type], feeShare),
    ...(feeShare > 0 && PAYOUT_FEES[type].percent > 0 && { whole_fee: PAYOUT_FEES[type] }),
    ...(type === 'card' && cardForm && { card_form: cardForm }),
    new_bindings: ofNewMethods
      .filter(({ methodId }) => types.get(methodId ?? '') === type)
      .map((cooling) => {
        // The page shows the stricter limit.
        const strictest = ofUser && ofUser.left <= cooling.left ? ofUser : cooling
        const { max, day_limit_left } = termNumbers('payout', left, strictest)
        return { binding_id: cooling.methodId ?? '', max, day_limit_left, ...loweredBy(strictest, type) }
      }),
  }))
}

export async function readTransferLimits(db: Db, payer: Payer): Promise<TransferLimits> {
  const left = await readLeft(db, payer, 'transfer')
  return termNumbers('transfer', left, left.isCooling ? ofAllMoney(await readCoolings(db, payer.user_id)) : undefined)
}

/** Returns all limits of an employee's orders of one kind. Rubles. */
export async function readOrderLimits(db: Db, payer: Payer, kind: OrderKind): Promise<OrderLimits> {
  const left = await readLeft(db, payer, kind)
  const cooling = left.isCooling ? ofAllMoney(await readCoolings(db, payer.user_id)) : undefined
  const { min, max, day, month } = ORDER_LIMITS_KOPECKS[kind]
  return {
    min: min / 100,
    max: max / 100,
    day: { limit: day / 100, left: left.day / 100 },
    month: { limit: month / 100, left: left.month / 100 },
    ...(cooling && {
      lowered: { ...loweredBy(cooling), limit: COOLING.limit / 100, left: cooling.left / 100 },
    }),
  }
}

/** What is left of the limits, in kopecks. */
type Left = Ordered

async function readLeft(db: Db, payer: Payer, kind: OrderKind): Promise<Left> {
  const { day, month, ...ordered } = await readOrdered(db, payer, kind)
  return {
    ...ordered,
    day: Math.max(0, ORDER_LIMITS_KOPECKS[kind].day - day),
    month: Math.max(0, ORDER_LIMITS_KOPECKS[kind].month - month),
  }
}

/** Returns the cooling time that applies to all money of the user, if there is one. */
function ofAllMoney(coolings: readonly Cooling[]): Cooling | undefined {
  return coolings.find(({ methodId }) => methodId === null)
}

/** Returns rubles. */
function termNumbers(kind: OrderKind, { day, month }: Pick<Left, 'day' | 'month'>, cooling: Cooling | undefined) {
  const ofMonth = month < day ? { month_limit_left: month / 100 } : {}
  const left = Math.min(day, month)
  if (!cooling) return { max: ORDER_LIMITS_KOPECKS[kind].max / 100, day_limit_left: left / 100, ...ofMonth }
  return {
    max: COOLING.limit / 100,
    day_limit_left: Math.min(left, cooling.left) / 100,
    ...ofMonth,
    lowered: loweredBy(cooling),
  }
}

function loweredBy(cooling: Cooling, type?: PayoutTerms['type']): LoweredLimit {
  return { reason: toReason(cooling, type), until: cooling.until.toISOString() }
}

function toReason({ reason }: Cooling, type?: PayoutTerms['type']): string {
  if (reason === 'recovery') return 'недавно восстановлен пароль'
  if (reason === 'phone') return 'недавно сменён телефон для входа'
  return type === 'card' ? 'недавно добавлена карта' : 'недавно добавлен телефон СБП или сменён его банк'
}
