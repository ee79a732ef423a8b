import { dayText } from '@portal/contracts/date-text'
import { formatZonedMoment, rightName } from '../names.ts'
import { differenceTexts, outcomeTexts, providerName, responseTexts } from '../payouts/payout-texts.ts'
import { actionTexts } from './action-texts.ts'

const fieldNames: Record<string, string> = {
  name: 'название',
  bank: 'банк',
  external_id: 'код в платёжном сервисе',
  payout_provider: 'провайдер',
  provider: 'провайдер',
  time_zone: 'часовой пояс',
  fee_share: 'доля комиссии, %',
  default: 'основной',
  is_default: 'основной',
  manager: 'менеджер',
  is_manager: 'менеджер',
  right: 'право',
  rights: 'права',
  passkeys: 'ключей доступа',
  status: 'статус',
  amount: 'сумма',
  action: 'действие',
  change: 'изменение',
  state: 'состояние',
  type: 'вид',
  kind: 'вид',
  created_at: 'создано',
  closed_at: 'закрыто',
  disabled_at: 'отключено',
  expires_at: 'действует до',
  takes_effect_at: 'вступит в силу',
  proposed_by: 'кто предложил',
  confirmed_by: 'кто подтвердил',
  by: 'чем подтверждён',
  remembered: 'устройство запомнено',
  deleted_passkeys: 'удалено ключей доступа',
  passkey_id: 'ключ доступа',
  phone_ends: 'последние цифры телефона',
  phone_last2: 'последние цифры телефона',
  ends: 'последние цифры',
  method_id: 'способ вывода',
  binding_id: 'способ вывода',
  employee_id: 'сотрудник',
  restaurant_id: 'ресторан',
  invitation_id: 'приглашение',
  payout_id: 'вывод',
  reference: 'платёж',
  uses: 'вошли',
  max_uses: 'предел входов',
  renamed: 'имя изменено',
  schedule: 'расписание',
  hour: 'час',
  day_limit: 'не больше в день, ₽',
  keep: 'оставлять на балансе, ₽',
  fee: 'комиссия',
  percent: 'процент',
  fixed: 'постоянная часть, ₽',
  min: 'не меньше, ₽',
  stop: 'почему остановлен',
  outcome: 'решение',
  instead_of: 'вместо решения',
  response: 'ответ банка',
  contradicts: 'противоречит учёту',
  review: 'проверка',
  day: 'день',
  source: 'источник',
  open: 'различий без решения',
  sha256: 'SHA-256 выписки',
  version: 'версия',
  sequence: 'номер реестра релизов',
  method: 'метод запроса',
  path: 'адрес запроса',
}

/** The words of codes, by field. */
const valueTexts: Record<string, Readonly<Record<string, string>>> = {
  action: actionTexts,
  by: { password: 'паролем', passkey: 'ключом доступа', registration: 'регистрацией' },
  instead_of: outcomeTexts,
  kind: {
    ...differenceTexts,
    daily: 'каждый день',
    threshold: 'по сумме',
    promote: 'выпуск',
    rollback: 'откат',
    canary: 'начало канарейки',
    end_canary: 'конец канарейки',
  },
  outcome: outcomeTexts,
  response: responseTexts,
  review: { open: 'ждёт', released: 'отпущен', rejected: 'отклонён' },
  source: { provider: 'список провайдера', statement: 'выписка' },
  state: { open: 'открыто', used: 'использовано', expired: 'истекло', revoked: 'отозвано', retracted: 'отозвано' },
  status: { pending: 'в обработке', processing: 'в банке', succeeded: 'выплачено', canceled: 'отклонено' },
  stop: {
    user: 'так решил человек',
    refused: 'вывод отклонён',
    method_removed: 'способ вывода удалён',
    method_changed: 'способ вывода изменён',
    method_blocked: 'способ вывода заблокирован',
    method_unavailable: 'способ вывода недоступен',
    fee_changed: 'комиссия выросла',
    dismissed: 'сотрудник уволен',
    account_blocked: 'доступ закрыт',
    password_recovered: 'пароль восстановлен',
  },
  type: { card: 'карта', sbp: 'СБП' },
}

/** «название: Ель → Ива» */
export function fieldText(field: string, values: readonly unknown[]): string {
  return `${fieldNames[field] ?? field}: ${values.map((value) => valueText(field, value)).join(' → ')}`
}

function valueText(field: string, value: unknown): string {
  if (field === 'passkeys' && Array.isArray(value)) return String(value.length)
  if (Array.isArray(value)) return value.map((each) => valueText(field, each)).join(', ') || 'нет'
  if (value === null || value === undefined || value === false) return 'нет'
  if (value === true) return 'да'
  if (field === 'right' || field === 'rights') return rightName(String(value))
  if (typeof value === 'object') return objectText(value) || 'нет'
  const text = String(value)
  if (field === 'provider' || field === 'payout_provider') return providerName(text)
  if (field === 'day') return dayText(text)
  if (field.endsWith('_at') && !Number.isNaN(Date.parse(text))) return formatZonedMoment(text)
  return valueTexts[field]?.[text] ?? text
}

function objectText(value: object): string {
  return Object.entries(value)
    .map(([field, each]) => fieldText(field, [each]))
    .join(', ')
}
