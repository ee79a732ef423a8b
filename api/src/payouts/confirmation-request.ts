import type { AutoWithdrawalSchedule } from '@portal/contracts/auto-withdrawal-rule'
import { cutText, splitCharacters } from '@portal/contracts/characters'
import { hourText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'
import type { OrderToConfirm } from '@portal/contracts/new-payout'
import type { UserOtpRequest } from '@portal/contracts/otp'
import { type Fee, payoutFee } from '@portal/contracts/payout-fee'
import { isolated } from '@portal/contracts/tidy-text'
import { requireFound } from '../http/problem.ts'
import { boundTo, boundToUnnamedOrder, UNNAMED_ORDER_LIMIT_KOPECKS } from '../identity/confirmation/confirmed-action.ts'
import type { Confirmation } from '../identity/dependencies.ts'
import { getUserRow } from '../identity/users/repository.ts'
import { planDismissal } from '../staff/team/member.ts'
import { planRule, ruleQuote } from './auto-withdrawal/plan-rule.ts'
import type { PayoutDependencies } from './dependencies.ts'
import { PAYOUT_FEES } from './order/limits.ts'
import { orderQuote, type Plan, planOrder } from './order/plan-order.ts'
import type { Share } from './order/plan-shares.ts'
import { requireNewDigits } from './payout-methods/card-digits.ts'
import { findPayoutMethod } from './payout-methods/repository.ts'
import { requireSbpBank } from './payout-methods/sbp-connection.ts'
import { requireCard } from './vault/vault.ts'

type Deps = Pick<PayoutDependencies, 'db' | 'settings' | 'sbp'>

/** The request of a code for this purpose. */
type RequestFor<Purpose> = Extract<UserOtpRequest, { purpose: Purpose }>

/**
 * Returns what a confirmation is requested for. An order is planned here exactly as when it is sent, so the user is
 * never asked to confirm an order that the rules forbid.
 * @throws Problem 404 for another user's things, 403 and 422 as the action itself
 */
export async function readConfirmationRequest(
  deps: Deps,
  userId: string,
  request: UserOtpRequest,
): Promise<Confirmation> {
  switch (request.purpose) {
    case 'card':
      return await cardConfirmation(deps, userId, request)
    case 'sbp':
      return await sbpPhoneConfirmation(deps, userId, request)
    case 'sbp_bank':
      return await sbpBankConfirmation(deps, userId, request)
    case 'phone':
      return phoneConfirmation(request)
    case 'passkey':
      return { purpose: 'passkey', boundTo: boundTo({ kind: 'passkey' }), title: 'добавления ключа доступа' }
    case 'dismissal':
      return await dismissalConfirmation(deps, userId, request)
    case 'auto_withdrawal':
      return await ruleConfirmation(deps, userId, request)
    default:
      if (request.order) return await orderConfirmation(deps, userId, request.order)
      return unnamedOrderConfirmation(request.purpose ?? 'payout')
  }
}

async function cardConfirmation(
  { db, settings }: Deps,
  userId: string,
  { card_token }: RequestFor<'card'>,
): Promise<Confirmation> {
  const card = await requireCard(db, settings.vaultKeys, card_token)
  await requireNewDigits(db, userId, card)
  return {
    purpose: 'card',
    boundTo: boundTo({ kind: 'card', card_token }),
    title: `добавления ${card.hasKnownDigits ? `карты •• ${card.last4}` : 'новой карты'}`,
  }
}

async function sbpPhoneConfirmation(
  { db, sbp }: Deps,
  userId: string,
  { phone: given, bank_id }: RequestFor<'sbp'>,
): Promise<Confirmation> {
  const { phone: own } = await getUserRow(db, userId)
  const phone = given ?? own
  const { name } = await requireSbpBank(sbp, bank_id)
  // Many numbers end with the digits of the user's own.
  const which = phone === own ? 'вашего телефона' : 'другого телефона'
  return {
    purpose: 'sbp',
    boundTo: boundTo({ kind: 'sbp', phone, bank_id }),
    title: `добавления ${which} СБП •• ${phone.slice(-4)}, ${name}`,
  }
}

async function sbpBankConfirmation(
  { db, sbp }: Deps,
  userId: string,
  { binding_id, bank_id }: RequestFor<'sbp_bank'>,
): Promise<Confirmation> {
  const method = requireFound(await findPayoutMethod(db, userId, 'sbp', binding_id))
  const { name } = await requireSbpBank(sbp, bank_id)
  return {
    purpose: 'sbp_bank',
    boundTo: boundTo({ kind: 'sbp_bank', binding_id, bank_id }),
    title: `смены банка телефона СБП •• ${method.phone?.slice(-4)} на ${name}`,
  }
}

function phoneConfirmation({ phone_number: phone }: RequestFor<'phone'>): Confirmation {
  return {
    purpose: 'phone',
    boundTo: boundTo({ kind: 'phone', phone }),
    title: `смены телефона на •• ${phone.slice(-4)}`,
  }
}

async function dismissalConfirmation(
  { db }: Deps,
  userId: string,
  { employee_id }: RequestFor<'dismissal'>,
): Promise<Confirmation> {
  const { name, phone_last2, dismissals } = await planDismissal(db, userId, employee_id)
  return {
    purpose: 'dismissal',
    boundTo: boundTo({ kind: 'dismissal', employee_id }),
    title: `удаления из команды: ${shortName(name)} •• ${phone_last2}, за час уже убрано ${dismissals}`,
  }
}

async function ruleConfirmation(
  { db, settings }: Deps,
  userId: string,
  { rule }: RequestFor<'auto_withdrawal'>,
): Promise<Confirmation> {
  const { destination, feeTerms, keep } = await planRule(db, settings, userId, rule)
  const kept = keep ? `, остаток ${formatRubles(keep)}` : ''
  const terms = `${scheduleText(rule.schedule)} на ${destination.named}, до ${formatRubles(rule.day_limit)} в день${kept}`
  return {
    purpose: 'auto_withdrawal',
    boundTo: boundTo({ kind: 'auto_withdrawal', ...rule, keep }, ruleQuote(feeTerms)),
    title: `автовывода ${terms}, ${feeTermsText(feeTerms)}`,
  }
}

async function orderConfirmation({ db, settings }: Deps, userId: string, order: OrderToConfirm): Promise<Confirmation> {
  const plan = await planOrder(db, settings, userId, order)
  return { purpose: order.kind, boundTo: boundTo(order, orderQuote(plan)), title: orderTitle(plan) }
}

function unnamedOrderConfirmation(purpose: keyof typeof unnamedTitles): Confirmation {
  return { purpose, boundTo: boundToUnnamedOrder(purpose), title: unnamedTitles[purpose] }
}

const unnamedLimit = formatRubles(UNNAMED_ORDER_LIMIT_KOPECKS / 100)
const unnamedFee = feeText(payoutFee(UNNAMED_ORDER_LIMIT_KOPECKS, PAYOUT_FEES.card), 'до ')

/** A code that names no order is for any destination that the user may order to, and says so. */
const unnamedTitles = {
  payout: `вывода до ${unnamedLimit} на любую вашу карту или СБП, ${unnamedFee}`,
  transfer: `перевода до ${unnamedLimit} любому коллеге`,
}

function scheduleText(schedule: AutoWithdrawalSchedule): string {
  if (schedule.kind === 'threshold') return `от ${formatRubles(schedule.amount)}`
  return `в ${hourText(schedule.hour)}`
}

function orderTitle(plan: Plan): string {
  const rubles = formatRubles(plan.amount / 100)
  if (plan.kind === 'payout') return `вывода ${rubles} на ${plan.destination.named}, ${feeText(plan.fee)}`
  const [first, ...others] = plan.shares
  if (!plan.sharingWay) return `перевода ${rubles} · ${recipientText(first)}`
  const largest = others.reduce((largest, share) => (share.amount > largest.amount ? share : largest), first)
  const part = `${formatRubles(largest.amount / 100)} · ${recipientText(largest)}`
  return `перевода ${rubles} · ${plan.destination.named}, макс. ${part}`
}

function recipientText({ recipient: { name, phone_last2 } }: Share): string {
  return `${shortName(name)} •• ${phone_last2}`
}

/** Kopecks. */
function feeText(fee: number, most = ''): string {
  return fee === 0 ? 'без комиссии' : `комиссия ${most}${formatRubles(fee / 100)}`
}

/** `комиссия 1,5 %, мин. 15 ₽` */
function feeTermsText({ percent, fixed, min }: Fee): string {
  const parts = [
    ...(percent > 0 ? [`${percent.toLocaleString('ru-RU')}\u00A0%`] : []),
    ...(fixed > 0 ? [formatRubles(fixed)] : []),
    ...(min > 0 ? [`мин. ${formatRubles(min)}`] : []),
  ]
  return parts.length > 0 ? `комиссия ${parts.join(', ')}` : 'без комиссии'
}

/** `Глеб Орлов` → `Глеб О.`. In one line and short: users write their names, and a name must not fill the message. */
export function shortName(name: string): string {
  const [first = '', last = ''] = name
    .replace(/[^\p{L}\p{M}\s-]/gu, '')
    .trim()
    .split(/\s+/)
  const [initial] = splitCharacters(last)
  return isolated(cutText(first, 15) + (initial ? ` ${initial}.` : ''))
}
