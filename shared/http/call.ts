import { ApiProblem } from '@portal/contracts/api-problem'
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryInputOf,
  type ResponseOf,
  requestPath,
} from '@portal/contracts/endpoint'
import { toTraceparent } from '@portal/contracts/traceparent'
import { ApiError } from '@portal/shared/http/api-error'
import { noteFailover } from '@portal/shared/http/failover'
import { checkNetwork, responseArrived } from '@portal/shared/http/online'
import { repeatWhileOverloaded } from '@portal/shared/http/overload'
import { responseReader } from '@portal/shared/http/read-response'
import { fetchJson } from './transport/fetch-json.ts'
import type { RawRequest, RawResponse } from './transport/raw-request.ts'

const API_PATH = '/api/v1'
const REQUEST_TIMEOUT_MS = 20_000
/** As long as the API may take. */
const FILE_TIMEOUT_MS = 60_000

/** A field that must be given, unless the contract has no such part. */
type Part<Name extends string, T> = [T] extends [undefined] ? Partial<Record<Name, undefined>> : Record<Name, T>

/** The data of a call, as its contract requires: path parameters, query, body, or a form with a file. */
export type CallRequest<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Partial<Record<'query', QueryInputOf<E>>> &
  Part<'body', BodyOf<E>> &
  Part<'form', E extends { consumes: 'multipart/form-data' } ? FormData : undefined>

type CallOptions = {
  /** One per intent of the user, not per attempt: after a lost response the request is sent again with the same key. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The page is not open yet, so a 403 must not show the "forbidden" page. */
  isPrefetch?: boolean | undefined
  /** For the calls of operators (contracts/admin/access.ts). */
  headers?: Readonly<Record<string, string>>
  /** Called while a file is transferred, with 0 to 1, or with undefined while its size is unknown. */
  onProgress?: (share: number | undefined) => void
}

/** `startedAt` is by `performance.now()`. */
type FailedCall = { endpoint: Endpoint; startedAt: number; isPrefetch: boolean }
type FailureListener = (error: ApiError, call: FailedCall) => void
const failureListeners = new Set<FailureListener>()

/** Lets the shell decide what 401 and 403 mean. Returns a function that stops listening. */
export function onCallFailed(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** Settles when all calls of this tab that may change something have ended. A call that got a 401 awaits it, once. */
let pendingChanges: Promise<unknown> = Promise.resolve()

/** Calls the API and reads the response by its contract. @throws ApiError; ZodError */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const startedAt = performance.now()
  const send = () => sendOnce(endpoint, request, options)
  const sending = repeatWhileOverloaded(send, options.signal)
  if (endpoint.method !== 'GET') pendingChanges = Promise.allSettled([pendingChanges, sending])

  let outcome = await sending
  if (outcome.error?.code === 'unauthorized') {
    // Perhaps it was sent with the former token while this tab was changing the password. The browser has the new token
    // when the changes of this tab have ended.
    await pendingChanges
    outcome = await send()
  }
  const { content, error } = outcome
  if (!error) return responseReader(endpoint)(content)
  for (const listener of failureListeners)
    listener(error, { endpoint, startedAt, isPrefetch: options.isPrefetch ?? false })
  throw error
}

type AnyRequest = { params?: unknown; query?: unknown; body?: unknown; form?: FormData | undefined }

/** The content of a response, or the error instead of it. */
type Outcome = { content?: unknown; error?: ApiError }

/** Rejects only if the caller aborts. */
async function sendOnce(endpoint: Endpoint, request: AnyRequest, options: CallOptions): Promise<Outcome> {
  // Browsers have no `randomUUID` over plain HTTP from another machine. Then the server makes the id.
  const requestId = crypto.randomUUID?.()
  let response: RawResponse
  try {
    response = await sendRaw(endpoint, toRawRequest(endpoint, request, options, requestId))
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    void checkNetwork()
    return { error: networkError(cause, requestId) }
  }
  responseArrived()
  const content = parseContent(response.text)
  const error = response.status < 400 ? undefined : responseError(response, content)
  noteFailover(error)
  return error ? { error } : { content }
}

function toRawRequest(
  endpoint: Endpoint,
  request: AnyRequest,
  options: CallOptions,
  requestId: string | undefined,
): RawRequest {
  return {
    url: API_PATH + requestPath(endpoint, request),
    method: endpoint.method,
    headers: {
      // An API of the previous version rejects unsafe calls without it.
      'X-Requested-With': 'portal',
      ...(requestId && { 'X-Request-Id': requestId, traceparent: toTraceparent(requestId) }),
      ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
      ...options.headers,
    },
    // The browser itself sets the content type of a form, with its boundary.
    body: request.form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    signal: options.signal,
    timeoutMs: isFileTransfer(endpoint) ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    isBinary: endpoint.produces === 'application/pdf',
    onProgress: options.onProgress,
  }
}

function isFileTransfer({ consumes, produces }: Endpoint): boolean {
  return consumes !== undefined || produces !== undefined
}

async function sendRaw(endpoint: Endpoint, request: RawRequest): Promise<RawResponse> {
  if (!isFileTransfer(endpoint)) return fetchJson(request)
  // Loaded with the first file, because axios is 19 kB of the 144 kB that a first page may have.
  const { transferFile } = await import('./transport/transfer-file.ts')
  return transferFile(request)
}

/** Returns parsed JSON, or the text itself: a file, or a proxy's error page. */
function parseContent(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function networkError(cause: unknown, requestId: string | undefined): ApiError {
  const hasTimedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(0, { code: hasTimedOut ? 'timeout' : 'offline', message: String(cause) }, requestId)
}

function responseError({ status, retryAfter, requestId }: RawResponse, content: unknown): ApiError {
  const { data: problem } = ApiProblem.safeParse(content)
  if (!problem)
    return new ApiError(status, { code: 'bad_gateway', message: 'The response is not of the API' }, requestId)
  // The seconds of the body win over the header, which may be a date or 0: then it is one second.
  const fromHeader = retryAfter ? { retry_after: Number(retryAfter) || 1 } : {}
  return new ApiError(status, { ...fromHeader, ...problem }, requestId)
}
