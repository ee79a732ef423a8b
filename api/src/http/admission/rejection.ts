import type { ServerResponse } from 'node:http'
import type { ApiProblem } from '@portal/contracts/api-problem'
import type { Rejection } from './gate.ts'

/** Seconds; clients add a random part. */
const retryAfter = { overloaded: 2, too_many_requests: 1 } satisfies Record<Rejection, number>
const statuses = { overloaded: 503, too_many_requests: 429 } satisfies Record<Rejection, number>

const responses = { overloaded: prepare('overloaded'), too_many_requests: prepare('too_many_requests') }

/** The bytes are ready: at five times the capacity most responses are these, and they must leave the CPU to the others. */
export function sendRejection(response: ServerResponse, reason: Rejection): void {
  const { headers, body } = responses[reason]
  response.writeHead(statuses[reason], headers)
  response.end(body)
}

function prepare(code: Rejection) {
  const problem: ApiProblem = { code, message: code.replaceAll('_', ' '), retry_after: retryAfter[code] }
  // A text leaves together with the headers, a buffer as a part of its own.
  const body = JSON.stringify(problem)
  const headers = [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(body.length)],
    ['cache-control', 'no-store'],
    ['retry-after', String(retryAfter[code])],
    ['x-content-type-options', 'nosniff'],
  ].flat()
  return { headers, body }
}
