import type { ApiProblem } from '@portal/contracts/api-problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PLAN_OUTDATED } from '../db/database-client.ts'
import { isDatabaseUnavailable } from '../db/error-code.ts'
import { requestContext } from '../process/request-context.ts'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'
import { storageProblem } from './storage-problem.ts'

/** Sends every response that is not 2xx. An error that is not a `Problem` is logged and not revealed. */
export function handleProblems(app: App): void {
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler((_request, reply) => send(reply, new Problem(404, 'not_found')))
}

/** Sends the response to an error, also to requests that Fastify rejects before routing (`frameworkErrors`). */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = isAborted(request) ? malformed : error instanceof Problem ? error : toProblem(error)
  // A query that was canceled because the caller left is no failure. Any other error is, even if nobody is left.
  const hasCallerLeft = isAborted(request) || (problem === deadlineExceeded && reply.raw.destroyed)
  if (hasCallerLeft) request.log.info('request aborted')
  else if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  else if (problem === refusedByLedger) request.log.warn({ err: error }, 'the ledger has refused a request')
  return send(reply, problem)
}

/**
 * Whether the client left, or its connection was closed, before it had sent the whole request. That is no failure of
 * the API, and nobody reads a response.
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

/** Something that the request has read was changed before its money was posted. No money has moved. */
const refusedByLedger = new Problem(409, 'conflict')

/** The problems for errors of Fastify, of PostgreSQL and of functions in our migrations, by their codes. */
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
  // A parameter in the path is longer than any id.
  ['FST_ERR_MAX_PARAM_LENGTH', notFound],
  // An id is not a UUID, so it does not exist.
  ['22P02', notFound],
  // PostgreSQL cannot store the value: a number or a date out of range, U+0000, half of a surrogate pair.
  ['22003', malformed],
  ['22007', malformed],
  ['22008', malformed],
  ['22021', malformed],
  ['22P05', malformed],
  // The deadline of the request has passed, or another process has not released a lock in time.
  ['57014', deadlineExceeded],
  ['55P03', deadlineExceeded],
  // Two transactions waited for each other. This one was rolled back, so the request may be sent again.
  ['40P01', deadlineExceeded],
  // The reference was used for another transfer, or no row allows the transfer.
  ['P0L01', refusedByLedger],
  ['P0L02', refusedByLedger],
])

/** It is unknown whether the request has changed anything. */
const databaseUnavailable = new Problem(503, 'database_unavailable', { retry_after: 5 })
/** The request has changed nothing, so its page may send it again. A failover takes about ten seconds. */
const databaseFailover = new Problem(503, 'database_failover', { retry_after: 3 })

function toProblem(error: unknown): Problem {
  if (!(error instanceof Error)) return new Problem(500, 'internal_error')
  const code = 'code' in error ? String(error.code) : ''
  // A migration may have changed a table since the query was prepared.
  if (code === PLAN_OUTDATED) return databaseUnavailable
  // The first query of a request finds its session, counts an attempt or begins a transaction, so it may run twice.
  if (isDatabaseUnavailable(error))
    return requestContext()?.hasQueried === false ? databaseFailover : databaseUnavailable
  // Fastify throws its own syntax error for broken JSON.
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) return malformed
  const listed = known.get(code) ?? storageProblem(error)
  return listed ?? (isRejectedByFastify(error, code) ? malformed : new Problem(500, 'internal_error'))
}

/** Whether Fastify could not read the request, for a reason that is not in the list. */
function isRejectedByFastify(error: Error, code: string): boolean {
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return code.startsWith('FST_') && status >= 400 && status < 500
}
