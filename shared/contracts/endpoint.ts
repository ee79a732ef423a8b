import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * Who may call: `anyone`, a signed-in `user`, another `service` with its token, a `webhook` whose message is signed, a
 * `monitor`, which watches releases, with another token, or an operator (`admin`) with a token of their own or the
 * session of an account with the right `operator`.
 * Ownership and roles are rules of the service behind the call.
 */
export type Access = 'anyone' | 'user' | 'service' | 'webhook' | 'monitor' | 'admin'

/**
 * The order of service under overload: money and sign-in, then what a page cannot start without,
 * then lists, then what no user waits for.
 */
export type Priority = 'money' | 'session' | 'list' | 'background'

/** One call of the API: the server, the browser's client and the OpenAPI document are all derived from it. */
export type Endpoint = {
  method: Method
  /** Below `/api/v1`, with `:name` parameters. */
  path: `/${string}`
  summary: string
  access: Access
  params?: z.ZodMiniType<Record<string, string>>
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The body is a form with a file instead of JSON. */
  consumes?: 'multipart/form-data'
  /** `null`: responds with 204 without a body. */
  response: z.ZodMiniType | null
  /**
   * The type of a response that is a file or a stream; `response` then describes its text, its JSON, or one event of
   * the stream.
   */
  produces?: 'text/csv' | 'application/pdf' | 'application/json' | 'text/event-stream'
  /** The status of the successful response; by default 200, or 204 without a body. */
  status?: number
  /**
   * A change may need two operators. The request of the first one is then answered by 202 with an `OperatorProposal`,
   * and nothing changes yet.
   */
  mayBeProposed?: true
  /** A `POST` that changes nothing. What it reads is in its body, because addresses are logged. */
  onlyReads?: true
  /** A dry run calls a provider, too, so the session of an operator has to sign it. */
  callsProvider?: true
  /** The caller sends `Idempotency-Key`; a repeated key replays the stored response. */
  idempotent?: boolean
  /**
   * The browser sends it itself, or the page sends it while it closes. The request is small and lacks our headers, and
   * no code reads the response.
   */
  beacon?: boolean
  /** A server of another company sends it, without a token, so its content is not trusted. */
  fromServer?: boolean
  /**
   * The portal server responds instead of the API, because it has the releases. It asks the API for the session and the
   * rights of the user.
   */
  responder?: 'portal-server'
  /** A user whose session is locked may call it (app-lock.ts). */
  whileLocked?: boolean
  /**
   * By default `session` for a change, `list` for a `GET`, `background` for beacons, files and monitors. A user's `GET`
   * requests that name `list` or `background` here are expensive, so they run one after the other.
   */
  priority?: Priority
}

/** Preserves the literal type of each part, so that `call` and `route` infer from it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/**
 * Whether the response is a file. The browser may fetch it later, and its time depends on the user's connection.
 */
export function isDownload({ produces }: Pick<Endpoint, 'produces'>): boolean {
  return produces !== undefined && produces !== 'text/event-stream'
}

/**
 * `/user/balance/:restId` → `/user/balance/7`: the path of a request, below `/api/v1`. A missing parameter becomes an
 * empty text.
 */
export function endpointPath({ path }: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** `{ params: { restId: '7' }, query: { page: 2, type: undefined } }` → `/payouts/methods/7?page=2` */
export function requestPath(
  endpoint: Pick<Endpoint, 'path'>,
  { params, query }: { params?: unknown; query?: unknown },
): string {
  const text = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return endpointPath(endpoint, params as Record<string, string> | undefined) + (text && `?${text}`)
}

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined

export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type QueryInputOf<E extends Endpoint> = Input<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType ? z.output<E['response']> : undefined

/** `list(Operation)`: one page of items, newest first. A page past the end has no items. */
export function list<T extends z.ZodMiniType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.int(),
    pages: z.int(),
    per_page: z.int(),
    total: z.int(),
    as_of: z.string(),
  })
}

export function items<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item) })
}

/** `?page=` begins at 1. An empty `page` and 0 mean the first page, too. */
export const Page = z.optional(z.coerce.number().check(z.int(), z.minimum(1)))

/** Send the `as_of` of the first page with each later page, so that new entries do not shift the pages. */
export const AsOf = z.optional(z.string())
