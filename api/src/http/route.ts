import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@portal/contracts/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../db/connect.ts'
import { requestContext } from '../process/request-context.ts'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'

export type SignedIn = { id: string; sessionId: string }

/** The user who has sent the request. The session ends at `sessionEndsAt` unless a later request is seen. */
export type Caller = SignedIn & {
  sessionEndsAt: Date
  /** The user has to open the lock of the portal first. */
  isLocked: boolean
  /** For how many minutes the user may leave the portal; null: it has no lock. */
  locksAfter: number | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The guards (session, CSRF, service token) and the OpenAPI document read it. */
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** Set by the session guard. */
    user: Caller | null
    /** The name of the operator whose token the request has, or `user:<id>` for the session of an account. */
    operator: string | null
    /** Uses up the passkey's signature of an operator's change, in its transaction. Null for a token and a dry run. */
    confirmation: ((trx: Db) => Promise<void>) | null
  }
}

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  user: E['access'] extends 'user' ? Caller : undefined
  /** The name of the operator who has sent the request. */
  operator: E['access'] extends 'admin' ? string : undefined
  idempotencyKey: E extends { idempotent: true } ? string : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** The handler returns the body. With `produces` it sends the response itself and returns `reply`. */
export type HandlerResult<E extends Endpoint> = E extends { produces: string }
  ? Promise<FastifyReply>
  : E extends { response: null }
    ? Promise<void>
    : Promise<ResponseOf<E>> | ResponseOf<E>

/** A thousand tips with long comments in escaped letters, or a whole team. The token is checked before the body. */
const MAX_SERVICE_BODY_BYTES = 4 * 1024 * 1024
/** A hundred tips with long comments in escaped letters. The signature is checked after the body. */
const MAX_WEBHOOK_BODY_BYTES = 512 * 1024
/** Fifty events with a message each. */
const MAX_BEACON_BODY_BYTES = 32 * 1024

/**
 * Serves one endpoint. The request is parsed before the handler and the response after it, so fields that the contract
 * does not name cannot leak. The handler throws a `Problem` for any response that is not 2xx.
 */
export function route<E extends Endpoint>(app: App, endpoint: E, handler: (call: Call<E>) => HandlerResult<E>): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...((endpoint.access === 'service' || endpoint.access === 'admin') && { bodyLimit: MAX_SERVICE_BODY_BYTES }),
    ...(endpoint.access === 'webhook' && { bodyLimit: MAX_WEBHOOK_BODY_BYTES }),
    // Every page sends beacons, so they are logged only if they fail.
    ...(endpoint.beacon && { bodyLimit: MAX_BEACON_BODY_BYTES, logLevel: 'warn' as const }),
    handler: async (request, reply) => {
      // The session guard has already checked this. The check protects an API that was built without the guard.
      if (endpoint.access === 'user' && !request.user) throw new Problem(401, 'unauthorized')
      if (endpoint.access === 'admin' && !request.operator) throw new Problem(401, 'unauthorized')
      const call = {
        params: parse(endpoint.params, request.params),
        query: parseQuery(endpoint.query, withoutEmpty(request.query)),
        body: parse(endpoint.body, request.body),
        user: request.user ?? undefined,
        operator: request.operator ?? undefined,
        idempotencyKey: endpoint.idempotent ? idempotencyKey(request) : undefined,
        request,
        reply: reply.code(endpoint.status ?? (endpoint.response ? 200 : 204)),
      } as Call<E>
      if (endpoint.produces) reply.type(`${endpoint.produces}; charset=utf-8`)
      const context = requestContext()
      const result = await (context ? context.track(() => handler(call)) : handler(call))
      // A stream, or a response that the handler has sent itself, is not parsed.
      if (result === reply || reply.sent) return reply
      return reply.send(endpoint.response ? endpoint.response.parse(result) : undefined)
    },
  })
}

/**
 * `?page=0&from=&type=tip` → `{ type: 'tip' }`: forms also send empty fields, and some programs count pages from 0.
 */
function withoutEmpty(query: unknown): Record<string, unknown> {
  const isEmpty = (name: string, value: unknown) => value === '' || (name === 'page' && value === '0')
  return Object.fromEntries(Object.entries(query as object).filter(([name, value]) => !isEmpty(name, value)))
}

/** Requires decimal numbers in a query. The contracts would also read `0x10` and `1e1` as numbers. */
function parseQuery(schema: z.ZodMiniType | undefined, query: Record<string, unknown>): unknown {
  const parsed = parse(schema, query)
  for (const [name, value] of Object.entries(parsed ?? {})) {
    const isRead = typeof value === 'number' && query[name] !== undefined
    if (isRead && !/^-?\d+(\.\d+)?$/.test(String(query[name]))) {
      throw new Problem(400, 'malformed', { errors: { [name]: ['invalid_type'] } })
    }
  }
  return parsed
}

/** The maximum number of wrong fields that a response names. A body may have thousands. */
const MAX_ERRORS = 100

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success && !isStorable(result.data)) throw new Problem(400, 'malformed')
  if (result.success) return result.data
  // A map instead of an object, because the caller names the fields, and every object has a `constructor`.
  const errors = new Map<string, string[]>()
  for (const issue of result.error.issues) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const field of fields.map((path) => path.join('.'))) {
      errors.set(field, [...(errors.get(field) ?? []), issueCode(issue)])
    }
  }
  throw new Problem(400, 'malformed', { errors: Object.fromEntries([...errors].slice(0, MAX_ERRORS)) })
}

/**
 * Whether the database can store all texts: none has U+0000 or half of a surrogate pair. It does not use recursion,
 * because bodies may be deep.
 */
function isStorable(data: unknown): boolean {
  const rest = [data]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string') {
      if (value.includes('\u0000') || !value.isWellFormed()) return false
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) rest.push(part)
    }
  }
  return true
}

/** Returns the code of a custom rule of the contracts. */
function issueCode(issue: z.core.$ZodIssue): string {
  return (issue.code === 'custom' && (issue.params?.code as string | undefined)) || issue.code
}

function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key
  const message =
    'Send Idempotency-Key: 1 to 100 printable characters, new for each order and the same when it is sent again'
  throw new Problem(400, 'idempotency_key_required', { message })
}
