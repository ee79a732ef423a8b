import type { AutoWithdrawalSchedule } from '@portal/contracts/auto-withdrawal-rule'
import { cutText, splitCharacters } from '@portal/contracts/characters'
import { hourText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'
import type { UserOtpPurpose, UserOtpRequest } from '@portal/contracts/otp'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { findBinding } from '../payout-bindings/repository.ts'
import { requireSbpBank } from '../payout-bindings/sbp-connection.ts'
import { planRule } from '../payouts/auto-withdrawal/plan-rule.ts'
import { unnamedOrderLimit } from '../payouts/order/limits.ts'
import { type Plan, planOrder } from '../payouts/order/plan-order.ts'
import { getUserRow } from '../session/repository.ts'
import { requireCard } from '../vault/vault.ts'
import { boundTo, boundToUnnamedOrder } from './confirmed-action.ts'

/** `title` completes «код для …» and «подтверждение …»: `вывода 1 500 ₽ на Мир •• 1234`. */
export type Confirmation = { purpose: UserOtpPurpose; boundTo: string; title: string }

type Deps = Pick<AppDependencies, 'db' | 'settings' | 'sbp'>

/**
 * Returns what a confirmation is requested for. Nothing that the rules forbid is confirmed: an order is planned as it will
 * be when it is sent.
 * @throws Problem 404 for another user's things, 403 and 422 as the action itself
 */
export async function readConfirmationRequest(
  { db, settings, sbp }: Deps,
  userId: string,
  request: UserOtpRequest,
): Promise<Confirmation> {
  switch (request.purpose) {
    case 'card': {
      const { last4 } = await requireCard(db, settings.vaultKeys, request.card_token)
      return {
        purpose: 'card',
        boundTo: boundTo({ kind: 'card', card_token: request.card_token }),
        title: `добавления карты •• ${last4}`,
      }
    }
    case 'sbp': {
      const { bank_id } = request
      const phone = request.phone ?? (await getUserRow(db, userId)).phone
      const { name } = await requireSbpBank(sbp, bank_id)
      return {
        purpose: 'sbp',
        boundTo: boundTo({ kind: 'sbp', phone, bank_id }),
        title: `добавления телефона СБП •• ${phone.slice(-2)}, ${name}`,
      }
    }
    case 'sbp_bank': {
      const { binding_id, bank_id } = request
      const binding = await findBinding(db, userId, 'sbp', binding_id)
      if (!binding) throw new Problem(404, 'not_found')
      const { name } = await requireSbpBank(sbp, bank_id)
      return {
        purpose: 'sbp_bank',
        boundTo: boundTo({ kind: 'sbp_bank', binding_id, bank_id }),
        title: `смены банка телефона СБП •• ${binding.phone?.slice(-2)} на ${name}`,
      }
    }
    case 'phone': {
      const phone = request.phone_number
      return {
        purpose: 'phone',
        boundTo: boundTo({ kind: 'phone', phone }),
        title: `смены телефона на •• ${phone.slice(-2)}`,
      }
    }
    case 'passkey':
      return { purpose: 'passkey', boundTo: boundTo({ kind: 'passkey' }), title: 'добавления ключа доступа' }
    case 'auto_withdrawal': {
      const { rule } = request
      const { destination } = await planRule(db, settings, userId, rule)
      return {
        purpose: 'auto_withdrawal',
        boundTo: boundTo({ kind: 'auto_withdrawal', ...rule }),
        title: `автовывода ${scheduleText(rule.schedule)} на ${destination.title}, до ${formatRubles(rule.day_limit)} в день`,
      }
    }
    default: {
      const { order } = request
      if (order) {
        return {
          purpose: order.kind,
          boundTo: boundTo(order),
          title: orderTitle(await planOrder(db, settings, userId, order)),
        }
      }
      const purpose = request.purpose ?? 'payout'
      return {
        purpose,
        boundTo: boundToUnnamedOrder(purpose),
        title: `${purpose === 'payout' ? 'вывода' : 'перевода'} до ${formatRubles(unnamedOrderLimit / 100)}`,
      }
    }
  }
}

function scheduleText(schedule: AutoWithdrawalSchedule): string {
  if (schedule.kind === 'threshold') return `от ${formatRubles(schedule.amount)}`
  return `каждый день в ${hourText(schedule.hour)}`
}

function orderTitle(plan: Plan): string {
  const rubles = formatRubles(plan.amount / 100)
  if (plan.kind === 'payout') return `вывода ${rubles} на ${plan.destination.title}`
  if (plan.sharingWay) return `перевода ${rubles} · ${plan.destination.title}`
  const { name, phone_last2 } = plan.shares[0].recipient
  return `перевода ${rubles} · ${shortName(name)} •• ${phone_last2}`
}

/** `Глеб Орлов` → `Глеб О.`. In one line and short: users write their names, and a name must not fill the message. */
export function shortName(name: string): string {
  const [first = '', last = ''] = name
    .replace(/[^\p{L}\p{M}\s-]/gu, '')
    .trim()
    .split(/\s+/)
  const [initial] = splitCharacters(last)
  return cutText(first, 15) + (initial ? ` ${initial}.` : '')
}
