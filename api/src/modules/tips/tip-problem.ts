import { Problem } from '../../http/problem.ts'

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
