import type { ApiProblem } from '@portal/contracts/api-problem'

/** `message` tells programmers what to change, if the code does not say it. */
type ProblemData = Omit<ApiProblem, 'code' | 'message'> & { message?: string }

/** A response that is not 2xx, thrown from any depth: `throw new Problem(422, 'insufficient_funds')`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly data: ProblemData

  constructor(status: number, code: string, data: ProblemData = {}) {
    super(code)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** Returns the value. @throws Problem 404 if it does not exist or belongs to another user */
export function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'not_found')
  return value
}
