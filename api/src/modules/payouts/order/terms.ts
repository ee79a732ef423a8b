import type { LoweredLimit, PayoutMethod, TransferLimits } from '@portal/contracts/payout-method'
import type { Db } from '../../../db/connect.ts'
import { findBindingTypes, readDay } from '../repository.ts'
import { type Cooling, coolingTime, readCoolings } from './cooling.ts'
import { fees, limits, type OrderKind } from './limits.ts'

const copy = {
  card: { title: 'На карту', eta_text: 'Обычно до 10 минут' },
  sbp: { title: 'По номеру телефона (СБП)', eta_text: 'Обычно до минуты' },
} satisfies Record<PayoutMethod['type'], Pick<PayoutMethod, 'title' | 'eta_text'>>

type Payer = { id: string; user_id: string }

/** Lists how an employee may withdraw now: with the limits of the day, lowered while a cooling time lasts. */
export async function listMethods(db: Db, payer: Payer): Promise<PayoutMethod[]> {
  const day = await readDay(db, payer, 'payout')
  const left = Math.max(0, limits.payout.day - day.ordered)
  const coolings = day.cooling ? await readCoolings(db, payer.user_id) : []
  const [ofUser] = coolings.filter(({ bindingId }) => bindingId === null)
  const ofBindings = coolings.filter(({ bindingId }) => bindingId !== null)
  const types = ofBindings.length > 0 ? await findBindingTypes(db, payer.user_id) : new Map<string, string>()
  const common = numbersOf('payout', left, ofUser)
  const enabled = common.day_limit_left >= limits.payout.min / 100
  const exhausted =
    left < limits.payout.min || !ofUser ? 'Дневной лимит исчерпан' : `Лимит исчерпан: ${reasonOf(ofUser)}`
  return (['card', 'sbp'] as const).map((type) => ({
    type,
    ...copy[type],
    enabled,
    disabled_reason: enabled ? null : exhausted,
    min: limits.payout.min / 100,
    ...common,
    fee: fees[type],
    new_bindings: ofBindings
      .filter(({ bindingId }) => types.get(bindingId ?? '') === type)
      .map((cooling) => {
        // The stricter limit is the one to show.
        const strictest = ofUser && ofUser.left <= cooling.left ? ofUser : cooling
        const { max, day_limit_left } = numbersOf('payout', left, strictest)
        return { binding_id: cooling.bindingId ?? '', max, day_limit_left, ...loweredBy(strictest, type) }
      }),
  }))
}

export async function transferLimits(db: Db, payer: Payer): Promise<TransferLimits> {
  const day = await readDay(db, payer, 'transfer')
  const left = Math.max(0, limits.transfer.day - day.ordered)
  const coolings = day.cooling ? await readCoolings(db, payer.user_id) : []
  const [cooling] = coolings.filter(({ bindingId }) => bindingId === null)
  return numbersOf('transfer', left, cooling)
}

/** Returns rubles. `left`: kopecks of the day. */
function numbersOf(kind: OrderKind, left: number, cooling: Cooling | undefined) {
  if (!cooling) return { max: limits[kind].max / 100, day_limit_left: left / 100 }
  return {
    max: coolingTime.limit / 100,
    day_limit_left: Math.min(left, cooling.left) / 100,
    lowered: loweredBy(cooling),
  }
}

function loweredBy(cooling: Cooling, type?: PayoutMethod['type']): LoweredLimit {
  return { reason: reasonOf(cooling, type), until: cooling.until.toISOString() }
}

function reasonOf({ reason }: Cooling, type?: PayoutMethod['type']): string {
  if (reason === 'recovery') return 'пароль восстановлен недавно'
  if (reason === 'phone') return 'телефон для входа сменён недавно'
  return type === 'card' ? 'карта добавлена недавно' : 'телефон СБП добавлен или сменил банк недавно'
}
