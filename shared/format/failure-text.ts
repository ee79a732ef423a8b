import type { ApiProblem } from '@portal/contracts/api-problem'
import type { ApiError } from '@portal/shared/http/api-error'
import { plural } from './plural.ts'

/** Keyed by the API's code: a text, or a function that makes it from the problem. */
export type FailureTexts = Record<string, string | ((problem: ApiProblem) => string)>

/** `90` → «через 2 минуты»; under a minute in seconds, from an hour on in hours. */
export function inTime(seconds: number): string {
  if (seconds < 60) return `через ${plural(seconds, 'секунду', 'секунды', 'секунд')}`
  if (seconds < 3600) return `через ${plural(Math.ceil(seconds / 60), 'минуту', 'минуты', 'минут')}`
  return `через ${plural(Math.ceil(seconds / 3600), 'час', 'часа', 'часов')}`
}

/** Seconds. */
export function tooOften({ retry_after = 60 }: Pick<ApiProblem, 'retry_after'>): string {
  return `Слишком много попыток. Повторите ${inTime(retry_after)}`
}

/** Shown to a user whom an operator has disabled. */
export const whomToAsk = 'Обратитесь к\u00A0менеджеру ресторана или в поддержку.'

/** Shown to a user whose session is no longer valid. */
export const sessionEndedText = 'Сеанс закончился. Войдите ещё раз.'

/** Why a request has to wait, by the API's code. */
export function overloadReason(code: string): string {
  return code === 'database_failover' ? 'У нас небольшая заминка.' : 'Портал сейчас перегружен.'
}

/**
 * Text for a portal with too many requests, from all users or this one, or one that changes its primary database. The
 * request has already been repeated.
 */
function overloaded({ code, retry_after = 2 }: ApiProblem): string {
  return `${overloadReason(code)} Ничего не потеряно, повторите ${inTime(retry_after)}.`
}

/** What a failed call means to the user, and what to do about it. */
export function failureText(error: ApiError, texts: FailureTexts = {}): string {
  const { status, code, problem } = error
  const own = texts[code]
  if (own !== undefined) return typeof own === 'string' ? own : own(problem)
  if (code === 'account_disabled') return `Аккаунт отключён. ${whomToAsk}`
  if (code === 'offline') return 'Нет соединения с интернетом'
  if (code === 'timeout') return 'Портал долго не отвечает. Попробуйте ещё раз.'
  if (code === 'period_too_long') return 'Выберите период не длиннее года'
  if (error.isRejectedUnread) return overloaded(problem)
  if (status === 429) return tooOften(problem)
  if (status === 401) return sessionEndedText
  if (status === 403) return 'Доступ запрещен'
  if (status >= 500) return 'Портал временно не работает. Попробуйте через минуту.'
  if ([404, 409, 410].includes(status)) return 'Это уже изменили или удалили. Обновите страницу.'
  return 'Проверьте, что введено, и попробуйте ещё раз.'
}
