import type { ApiProblem } from '@portal/contracts/api-problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PLAN_OUTDATED } from '../db/database-client.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { requestContext } from '../process/request-context.ts'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'
import { storageProblem } from './storage-problem.ts'

/**
 * Sends every response that is not 2xx. An error that is not a `Problem` is logged,
 * and the response does not reveal it.
 */
export function handleProblems(app: App): void {
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler((_request, reply) => send(reply, new Problem(404, 'not_found')))
}

/** Also handles what Fastify rejects before routing: `frameworkErrors`. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = isAborted(request) ? malformed : error instanceof Problem ? error : toProblem(error)
  // A query that was canceled because the caller left is no failure; any other error is one, also without a caller.
  const hasCallerLeft = isAborted(request) || (problem === deadlineExceeded && reply.raw.destroyed)
  if (hasCallerLeft) request.log.info('request aborted')
  else if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  else if (problem === refusedByLedger) request.log.warn({ err: error }, 'the ledger has refused a request')
  return send(reply, problem)
}

/**
 * Whether the client left, or was closed, before it had sent all of the request: no failure of the API,
 * and no reader is left.
 */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function send(reply: FastifyReply, { status, code, data }: Problem): FastifyReply {
  const body: ApiProblem = { code, message: code.replaceAll('_', ' '), ...data }
  if (data.retry_after !== undefined) reply.header('retry-after', data.retry_after)
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

const malformed = new Problem(400, 'malformed')
const notFound = new Problem(404, 'not_found')

const deadlineExceeded = new Problem(503, 'deadline_exceeded', { retry_after: 2 })

/** What a request has read was changed before its money was posted. No money has moved. */
const refusedByLedger = new Problem(409, 'conflict')

/** What Fastify, PostgreSQL and the functions of our migrations throw, by their codes. */
const known = new Map<string, Problem>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', new Problem(415, 'media_type_unsupported')],
  ['FST_ERR_CTP_BODY_TOO_LARGE', new Problem(413, 'too_large')],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', malformed],
  ['FST_ERR_CTP_INVALID_JSON_BODY', malformed],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', malformed],
  ['FST_REQ_FILE_TOO_LARGE', new Problem(413, 'too_large')],
  ['FST_FILES_LIMIT', new Problem(422, 'image_invalid')],
  ['FST_PARTS_LIMIT', malformed],
  ['FST_FIELDS_LIMIT', malformed],
  ['FST_PROTO_VIOLATION', malformed],
  ['FST_MP_PREMATURE_CLOSE', malformed],
  ['FST_ERR_BAD_URL', notFound],
  // A part of the address that is longer than any id.
  ['FST_ERR_MAX_PARAM_LENGTH', notFound],
  // An id that is not a UUID does not exist.
  ['22P02', notFound],
  // Values that PostgreSQL cannot hold: a number or a date out of range, U+0000, half of a surrogate pair.
  ['22003', malformed],
  ['22007', malformed],
  ['22008', malformed],
  ['22021', malformed],
  ['22P05', malformed],
  // The deadline of the request has passed, or a lock that another process holds was not released in time.
  ['57014', deadlineExceeded],
  ['55P03', deadlineExceeded],
  // Two transactions waited for each other: this one was rolled back, so that the request may be sent again.
  ['40P01', deadlineExceeded],
  // A reference was used for another transfer; no row allows a transfer.
  ['P0L01', refusedByLedger],
  ['P0L02', refusedByLedger],
])

/** What was done for the request is unknown. */
const databaseUnavailable = new Problem(503, 'database_unavailable', { retry_after: 5 })
/** The request has changed nothing, so its page sends it again. A failover takes about ten seconds. */
const databaseFailover = new Problem(503, 'database_failover', { retry_after: 3 })

function toProblem(error: unknown): Problem {
  if (!(error instanceof Error)) return new Problem(500, 'internal_error')
  const code = 'code' in error ? String(error.code) : ''
  // A migration may have changed a table since the query was prepared.
  if (code === PLAN_OUTDATED) return databaseUnavailable
  // The first query of a request finds its session, counts an attempt or begins a transaction: it may run twice.
  if (isDatabaseUnavailable(error))
    return requestContext()?.hasQueried === false ? databaseFailover : databaseUnavailable
  // Fastify throws a syntax error of its own for broken JSON.
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) return malformed
  const listed = known.get(code) ?? storageProblem(error)
  return listed ?? (isRejectedByFastify(error, code) ? malformed : new Problem(500, 'internal_error'))
}

/** Whether Fastify could not read the request, in a way that is not listed above. */
function isRejectedByFastify(error: Error, code: string): boolean {
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return code.startsWith('FST_') && status >= 400 && status < 500
}
