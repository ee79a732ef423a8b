import { formatRubles } from '@portal/contracts/money-text'
import { MIN_SHARE_KOPECKS, percentLeft, sharers } from '@portal/contracts/shares'
import { isolated } from '@portal/contracts/tidy-text'
import { type Available, sumProblem } from '../../colleagues/transfer-sum.ts'
import { missing, type Problem, wrong } from '../../money-order/order-problem.ts'
import type { Part } from './parts.ts'
import { type SharingDraft, weightText } from './sharing-draft.ts'

const weightNames = { hours: 'часы', percent: 'проценты' } as const

/** Returns why the sum cannot be shared like this, or `null` if it can. Wrong values come before missing ones. */
export function sharingProblem(
  draft: Pick<SharingDraft, 'amount' | 'way' | 'comment'>,
  parts: readonly Part[],
  available: Available,
  areAmountsHidden: boolean,
): Problem | null {
  const { amount, way } = draft
  const problem = sumProblem(draft, available, areAmountsHidden)
  if (problem) return problem
  if (parts.length > sharers.max) return wrong(`За раз\u00A0— не больше ${sharers.max} сотрудников`)
  const bad = parts.find(({ typed, weight }) => way !== 'equal' && typed.trim() !== '' && weight === null)
  if (bad && way !== 'equal') {
    return wrong(`Проверьте ${weightNames[way]}: ${isolated(bad.colleague.name)}`)
  }
  const left = remainingPercent(way, parts)
  if (left !== null && left < 0) return wrong(`Процентов больше 100: уберите ${weightText(-left)}\u00A0%`)
  const small = parts.find(({ part }) => part !== null && part * 100 < MIN_SHARE_KOPECKS)
  if (small?.part !== null && small !== undefined) {
    return wrong(
      `Каждому\u00A0— не меньше 1\u00A0₽: ${isolated(small.colleague.name)} получает ${formatRubles(small.part)}`,
    )
  }
  if (parts.length < sharers.min) return missing('Выберите хотя бы двух сотрудников')
  if (!amount) return missing('Введите сумму')
  const open = parts.find(({ weight }) => weight === null)
  if (open && way !== 'equal') return missing(`Укажите ${weightNames[way]}: ${isolated(open.colleague.name)}`)
  if (left !== null && left > 0) return missing(`Осталось разделить ${weightText(left)}\u00A0%`)
  return null
}

/** Returns how much of 100 percent is left; null if the sum is not shared by percent. */
export function remainingPercent(way: SharingDraft['way'], parts: readonly Part[]): number | null {
  return way === 'percent' ? percentLeft(parts.map(({ weight }) => weight ?? 0)) : null
}
