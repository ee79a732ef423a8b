import type { ApiProblem } from '@portal/contracts/api-problem'

/**
 * A call that did not succeed. `status` 0: no response came (`offline`, `timeout`), so whether it had an effect is
 * unknown. `code` comes from the API; it is `bad_gateway` if something else has responded, such as a proxy.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly problem: ApiProblem
  /** Names the request in the logs of the proxy, the portal server and the API. */
  readonly requestId: string | undefined

  constructor(status: number, problem: ApiProblem, requestId?: string) {
    super(`${status} ${problem.code}`)
    this.status = status
    this.code = problem.code
    this.problem = problem
    this.requestId = requestId
  }

  /** No response came: the same call with the same idempotency key may be made again. */
  get isNetworkError(): boolean {
    return this.status === 0
  }

  /** Rejected before anything was done for it: any request may be sent again. */
  get isRejectedUnread(): boolean {
    return ['overloaded', 'too_many_requests', 'database_failover'].includes(this.code)
  }

  /** No response came, or no server behind the proxy could respond: the next one may. */
  get isTransient(): boolean {
    return this.isNetworkError || [502, 503, 504].includes(this.status)
  }
}
