import { NetworkError, ProblemResponse } from './http-stub.ts'

/**
 * Failures that any call may have, and their texts; format/failure-text.test.ts has more. After a network error it is
 * unknown whether the server has carried out the call.
 */
export const failures = [
  [new ProblemResponse(503, 'unavailable'), 'Портал временно не работает. Попробуйте через минуту.'],
  [new NetworkError(), 'Нет соединения с интернетом'],
] as const

/** The server finds a field wrong by a rule that the form does not have. */
export function wrongField(name: string): ProblemResponse {
  return new ProblemResponse(422, 'rule_broken', { errors: { [name]: ['rule_broken'] } })
}
