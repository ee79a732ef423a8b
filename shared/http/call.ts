import { ApiProblem } from '@portal/contracts/api-problem'
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryInputOf,
  type ResponseOf,
  requestPath,
} from '@portal/contracts/endpoint'
import { ApiError } from '@portal/shared/http/api-error'
import { timeGiven } from '@portal/shared/http/clock'
import { noteFailover } from '@portal/shared/http/failover'
import { checkNetwork, responseArrived } from '@portal/shared/http/online'
import { whileOverloaded } from '@portal/shared/http/overload'
import { responseReader } from '@portal/shared/http/read-response'
import type { RawRequest, RawResponse } from './files/transfer-file.ts'

type Present<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T }

/** The data of a call, as its contract requires: path parameters, query, body, or a form with a file. */
export type CallRequest<E extends Endpoint> = Present<'params', ParamsOf<E>> &
  (QueryInputOf<E> extends undefined ? { query?: undefined } : { query?: QueryInputOf<E> }) &
  Present<'body', BodyOf<E>> &
  (E extends { consumes: 'multipart/form-data' } ? { form: FormData } : { form?: undefined })

type CallOptions = {
  /** One per intent of the user, not per attempt: after a lost response the request is sent again with the same key. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The page is not open yet, so a 403 must not show the "forbidden" page. */
  inAdvance?: boolean | undefined
  /** Called while a file is transferred, with 0 to 1, or with undefined while its size is unknown. */
  onProgress?: (share: number | undefined) => void
}

const base = '/api/v1'
const requestTimeoutMs = 20_000

/** `startedAt` is by `performance.now()`. */
type FailedCall = { endpoint: Endpoint; startedAt: number; inAdvance: boolean }
type FailureListener = (error: ApiError, call: FailedCall) => void
const failureListeners = new Set<FailureListener>()

/** Lets the shell decide what 401 and 403 mean. Returns a function that stops listening. */
export function onCallFailed(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** Settles when all calls that may change something have ended. */
let changes: Promise<unknown> = Promise.resolve()

/** Calls the API and reads the response by its contract. @throws ApiError; ZodError */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const startedAt = performance.now()
  const send = async () => {
    // A page of another machine's development server has no `randomUUID`; its requests are named by the server.
    const requestId = crypto.randomUUID?.()
    const response = await sendRequest(endpoint, request, options, requestId).catch(
      (cause: unknown): RawResponse | ApiError => {
        // The caller has aborted, which is not a failure.
        if (options.signal?.aborted) throw cause
        void checkNetwork()
        return networkError(cause, requestId)
      },
    )
    if (!(response instanceof ApiError)) responseArrived()
    noteFailover(toError(response))
    return response
  }
  const toError = (response: RawResponse | ApiError) =>
    response instanceof ApiError ? response : responseError(response)
  const attempt = whileOverloaded(send, toError, options.signal)
  if (endpoint.method !== 'GET') changes = Promise.allSettled([changes, attempt])
  let response = await attempt
  let error = toError(response)
  if (error?.code === 'unauthorized') {
    // A new password renews the token of the session, also from another tab: this call may have had the former one.
    await changes
    response = await send()
    error = toError(response)
  }
  if (!error) return responseReader(endpoint)(parseContent((response as RawResponse).text))
  for (const listener of failureListeners)
    listener(error, { endpoint, startedAt, inAdvance: options.inAdvance ?? false })
  throw error
}

type AnyRequest = { params?: unknown; query?: unknown; body?: unknown; form?: FormData | undefined }

/** Rejects if the response is incomplete. */
async function sendRequest(
  endpoint: Endpoint,
  request: AnyRequest,
  options: CallOptions,
  requestId: string | undefined,
): Promise<RawResponse> {
  const rawRequest: RawRequest = {
    url: base + requestPath(endpoint, request),
    method: endpoint.method,
    headers: {
      // An API of the previous version rejects unsafe calls without it.
      'X-Requested-With': 'portal',
      ...(requestId && { 'X-Request-Id': requestId }),
      ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
    },
    // The browser names a form's type itself, with its boundary.
    body: request.form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    signal: options.signal,
    timeoutMs: requestTimeoutMs,
    isBinary: endpoint.produces === 'application/pdf',
    onProgress: options.onProgress,
  }
  if (!endpoint.consumes && !endpoint.produces) return fetchJson(rawRequest)
  // Loaded with the first file, because axios is 19 kB of the 144 kB that a first page may have.
  const { transferFile } = await import('./files/transfer-file.ts')
  return transferFile(rawRequest)
}

/**
 * The caller and the timeout abort one signal by hand: the oldest browsers (.browserslistrc) have no `AbortSignal.any`,
 * and report a timeout as an `AbortError`, as if the caller had left.
 */
async function fetchJson({ url, method, headers, body, signal, timeoutMs }: RawRequest): Promise<RawResponse> {
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let timedOut = false
  const timeout = setTimeout(() => {
    timedOut = true
    abort()
  }, timeoutMs)
  try {
    // A response of the browser's cache would say what time it was, and that there is a network.
    const response = await fetch(url, { method, headers, body, signal: aborter.signal, cache: 'no-store' })
    timeGiven(Date.parse(response.headers.get('date') ?? ''))
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
      requestId: response.headers.get('x-request-id') ?? headers['X-Request-Id'],
    }
  } catch (cause) {
    throw timedOut ? new DOMException('', 'TimeoutError') : cause
  } finally {
    clearTimeout(timeout)
    signal?.removeEventListener('abort', abort)
  }
}

/** JSON, except for a file (and a proxy's page, which no contract takes). */
function parseContent(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function networkError(cause: unknown, requestId: string | undefined): ApiError {
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(0, { code: timedOut ? 'timeout' : 'offline', message: String(cause) }, requestId)
}

function responseError({ status, text, retryAfter, requestId }: RawResponse): ApiError | undefined {
  if (status < 400) return undefined
  const problem = ApiProblem.safeParse(parseContent(text))
  return new ApiError(
    status,
    problem.success
      ? { ...(retryAfter && { retry_after: Number(retryAfter) || 1 }), ...problem.data }
      : { code: 'bad_gateway', message: 'The response is not of the API' },
    requestId,
  )
}
