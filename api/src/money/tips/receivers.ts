import type { IncomingTip } from '@portal/contracts/ingest'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findEmployeesByExternalIds, type ReceiverName } from './repository.ts'

/** A tip whose receiver is named by the portal's id. */
export type ReceivedTip = Omit<IncomingTip, 'employee_id' | 'restaurant' | 'employee'> & { employee_id: string }

/**
 * Replaces the external ids of receivers by the portal's ids, in one query. A batch without external ids needs none.
 * @throws Problem 422 `unknown_restaurant`, `unknown_employee`
 */
export async function nameReceivers(db: Db, tips: readonly IncomingTip[]): Promise<readonly ReceivedTip[]> {
  if (tips.every(hasOurId)) return tips
  const names = new Map<string, ReceiverName>()
  for (const tip of tips) {
    const { employee_id, restaurant = '', employee = '' } = tip
    if (employee_id === undefined) names.set(receiverKey(tip), { restaurant, employee })
  }
  const ids = await findEmployeesByExternalIds(db, [...names.values()])
  const found = new Map([...names.keys()].map((key, index) => [key, ids[index] ?? null]))
  const missing = (id: string | null) =>
    tips.flatMap((tip, index) => (found.get(receiverKey(tip)) === id ? [index] : []))
  const [unknownRestaurants, unknownEmployees] = [missing(null), missing('')]
  if (unknownRestaurants.length > 0) throw tipProblem(422, 'unknown_restaurant', unknownRestaurants, 'restaurant')
  if (unknownEmployees.length > 0) throw tipProblem(422, 'unknown_employee', unknownEmployees, 'employee')
  return tips.map(({ restaurant, employee, ...tip }) => ({
    ...tip,
    employee_id: tip.employee_id ?? found.get(receiverKey({ restaurant, employee })) ?? '',
  }))
}

function hasOurId(tip: IncomingTip): tip is IncomingTip & ReceivedTip {
  return tip.employee_id !== undefined
}

function receiverKey({
  restaurant,
  employee,
}: {
  restaurant?: string | undefined
  employee?: string | undefined
}): string {
  return JSON.stringify([restaurant, employee])
}

/** Names the entries of the list that are wrong: `tips.3.employee_id`. */
export function tipProblem(
  status: number,
  code: string,
  indexes: readonly number[],
  field: string,
  list = 'tips',
): Problem {
  return new Problem(status, code, {
    errors: Object.fromEntries(indexes.map((index) => [`${list}.${index}.${field}`, [code]])),
  })
}
