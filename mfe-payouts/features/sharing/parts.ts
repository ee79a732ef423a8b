import type { Colleague } from '@portal/contracts/colleague'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { divide, percentLeft, Weight } from '@portal/contracts/shares'
import { parseDecimal } from '@portal/contracts/written-numbers'
import type { SharingDraft } from './sharing-draft.ts'

/**
 * A chosen colleague who still works there. `weight`: null while it is missing or invalid. `part`: in rubles, known
 * when all weights are.
 */
export type Part = { colleague: Colleague; typed: string; weight: number | null; part: number | null }

/** `7,5` → 7.5; null for what is no number above zero in halves. */
export function parseWeight(typed: string): number | null {
  const weight = Weight.safeParse(parseDecimal(typed))
  return weight.success ? weight.data : null
}

/** 7.5 → `7,5` */
export function weightText(weight: number | undefined): string {
  return weight === undefined ? '' : String(weight).replace('.', ',')
}

/** Returns each colleague's part, in the order of the list. The order decides who gets the remaining kopecks. */
export function toParts({ amount, way, members }: SharingDraft, colleagues: readonly Colleague[]): Part[] {
  const typedBy = new Map(members.map(({ id, weight }) => [id, weight]))
  const chosen = colleagues.filter(({ id }) => typedBy.has(id))
  const weights = chosen.map(({ id }) => (way === 'equal' ? 1 : parseWeight(typedBy.get(id) ?? '')))
  const known = weights.filter((weight) => weight !== null)
  const isDivisible =
    amount !== null && known.length === chosen.length && (way !== 'percent' || percentLeft(known) === 0)
  const parts = isDivisible ? divide(amount * 100, known) : []
  return chosen.map((colleague, index) => {
    const kopecks = parts[index]
    return {
      colleague,
      typed: typedBy.get(colleague.id) ?? '',
      weight: weights[index] ?? null,
      part: kopecks === undefined ? null : kopecks / 100,
    }
  })
}

/** Returns the names of chosen colleagues who have left since. A name is empty if a reload has lost it. */
export function leftSince({ members }: SharingDraft, colleagues: readonly Colleague[]): string[] {
  const ids = new Set(colleagues.map(({ id }) => id))
  return members.filter(({ id }) => !ids.has(id)).map(({ name = '' }) => name)
}

/** Call it only when `sharingProblem` finds no problem, so that all parts are known. */
export function sharingOrder(rest_id: string, draft: SharingDraft, parts: readonly Part[]): MoneyOrder {
  const comment = draft.comment.trim()
  return {
    kind: 'sharing',
    rest_id,
    way: draft.way,
    amount: draft.amount ?? 0,
    shares: parts.map(({ colleague, weight, part }) => ({
      recipient_employee_id: colleague.id,
      ...(draft.way !== 'equal' && weight !== null && { weight }),
      amount: part ?? 0,
    })),
    ...(comment && { comment }),
  }
}
