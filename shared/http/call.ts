import { ApiProblem } from '@portal/shared/contracts/api-problem'
import type { BodyOf, Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '@portal/shared/contracts/endpoint'
import { ApiError } from '@portal/shared/http/api-error'
import axios, { type AxiosError } from 'axios'

type Present<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T }

/** What a call needs, as its contract says: path parameters, query, body. */
export type CallRequest<E extends Endpoint> = Present<'params', ParamsOf<E>> &
  (QueryInputOf<E> extends undefined ? { query?: undefined } : { query?: QueryInputOf<E> }) &
  Present<'body', BodyOf<E>>

type CallOptions = {
  /** One per intent of the user, not per attempt: a lost answer is asked for again with the same key. */
  idempotencyKey?: string
  signal?: AbortSignal
}

const client = axios.create({
  baseURL: '/api/v1',
  timeout: 20_000,
  // A cross-site form cannot set it; the server refuses unsafe calls without it.
  headers: { 'X-Requested-With': 'portal' },
})

type FailureListener = (error: ApiError, endpoint: Endpoint) => void
const failureListeners = new Set<FailureListener>()

/** The shell's one place that decides what 401 and 403 mean. Returns what stops listening. */
export function onCallFailed(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** `/api/v1/user/7/…?page=2` for links and event streams. */
export function endpointUrl(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Calls the API and checks the answer against its contract. @throws ApiError */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  try {
    const answer = await client.request({
      method: endpoint.method,
      url: endpointUrl(endpoint, request.params as Record<string, string> | undefined),
      params: request.query,
      data: request.body,
      ...(options.idempotencyKey && { headers: { 'Idempotency-Key': options.idempotencyKey } }),
      ...(options.signal && { signal: options.signal }),
    })
    return (endpoint.response ? endpoint.response.parse(answer.data) : undefined) as ResponseOf<E>
  } catch (cause) {
    if (!axios.isAxiosError(cause)) throw cause
    if (axios.isCancel(cause)) throw cause
    const error = toApiError(cause)
    for (const listener of failureListeners) listener(error, endpoint)
    throw error
  }
}

function toApiError(cause: AxiosError): ApiError {
  if (!cause.response) {
    const code = cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT' ? 'timeout' : 'offline'
    return new ApiError(0, { code, message: cause.message })
  }
  const problem = ApiProblem.safeParse(cause.response.data)
  return new ApiError(
    cause.response.status,
    problem.success ? problem.data : { code: 'bad_gateway', message: 'The answer is not of the API' },
  )
}
