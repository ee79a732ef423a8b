import type { Colleague } from '@portal/contracts/colleague'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { divide, percentLeft, type SharingWay } from '@portal/contracts/shares'
import { type Member, parseWeight, type SharingDraft } from './sharing-draft.ts'

/**
 * A chosen colleague who still works there. `weight`: null while it is missing or invalid. `part`: in rubles. By
 * percent it is known when the weight is, to the last kopeck only when all are.
 */
export type Part = { colleague: Colleague; typed: string; weight: number | null; part: number | null }

/** Returns each colleague's part, in the order of the list. The order decides who gets the remaining kopecks. */
export function toParts({ amount, way, members }: SharingDraft, colleagues: readonly Colleague[]): Part[] {
  const typedBy = new Map(members.map(({ id, weight }) => [id, weight]))
  const chosen = colleagues.filter(({ id }) => typedBy.has(id))
  const weights = chosen.map(({ id }) => (way === 'equal' ? 1 : parseWeight(typedBy.get(id) ?? '')))
  const parts = amount === null ? [] : partsInKopecks(amount, way, weights)
  return chosen.map((colleague, index) => {
    const kopecks = parts[index]
    return {
      colleague,
      typed: typedBy.get(colleague.id) ?? '',
      weight: weights[index] ?? null,
      part: kopecks == null ? null : kopecks / 100,
    }
  })
}

function partsInKopecks(amount: number, way: SharingWay, weights: readonly (number | null)[]): (number | null)[] {
  const known = weights.filter((weight) => weight !== null)
  const isComplete = known.length === weights.length
  if (isComplete && (way !== 'percent' || percentLeft(known) === 0)) return divide(amount * 100, known)
  // A percent of rubles in kopecks is the weight times the rubles. Rounded first, since 1000 × 33.3 is 33299.999….
  return weights.map((weight) =>
    way === 'percent' && weight !== null ? Math.floor(Math.round(amount * weight * 10) / 10) : null,
  )
}

/** Returns the names of chosen colleagues who have left since. A name is empty if a reload has lost it. */
export function leftSince({ members }: SharingDraft, colleagues: readonly Colleague[]): string[] {
  const ids = new Set(colleagues.map(({ id }) => id))
  return members.filter(({ id }) => !ids.has(id)).map(({ name = '' }) => name)
}

/** Returns the chosen colleagues without those who have left. */
export function remainingMembers({ members }: SharingDraft, colleagues: readonly Colleague[]): Member[] {
  const ids = new Set(colleagues.map(({ id }) => id))
  return members.filter(({ id }) => ids.has(id))
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
