import { ADDRESS_LIMITS, ADMISSION_LIMITS, SERVICE_LIMITS, USER_LIMITS } from '../../http/admission/admission.ts'

const seconds = (milliseconds: number) => `${milliseconds / 1_000} s`

/** What is true of every call, as Markdown. */
export const description = `Tips, balances and payouts of restaurant employees. Amounts are rubles with at most two decimals, and times have their
offset from UTC.

## Authentication

A call says below who may make it. A request with a session that changes data also needs the header
\`Sec-Fetch-Site: same-origin\`, or the portal's address in \`Origin\`. Browsers add these headers. Without them the
response is 403 \`foreign_origin\`.

## Errors

A response that is not 2xx is JSON with \`code\`, which is stable, and \`message\`, which is for programmers. \`errors\` has
codes by field. Each response names its request in \`X-Request-Id\`.

- 400 \`malformed\`: the request is not as its schema says, or has a field that the schema does not have.
- 401 \`unauthorized\`: there is no session, token or signature, or it is not valid any more.
- 403 \`forbidden\`: the caller may not do this.
- 404 \`not_found\`: it does not exist, or belongs to another user.
- 409, 410, 422: a rule forbids it. The call says which codes it has.
- 413 \`too_large\`, 415 \`media_type_unsupported\`: the body is too large, or not of the expected type.
- 423 \`session_locked\`: the user has to unlock the portal first.
- 428 \`passkey_required\`: an operator has to confirm with a passkey first (\`POST /admin/confirmations\`).
- 429: too many attempts or requests. Wait for \`Retry-After\` seconds.
- 500 \`internal_error\`: a defect of the portal.
- 502, 503, 504: a part of the portal is busy or down. Wait for \`Retry-After\` seconds, or a few seconds if that header
  is missing. The request may have been done unless the code is \`overloaded\` or \`database_failover\`: repeat an order
  with its \`Idempotency-Key\`.

Treat a code that you do not know by its status: codes, fields and calls are added at any time.

## Limits

Each process of the API limits how many requests run and how many wait. A request above a limit gets 429 or 503.

- Of one user: ${USER_LIMITS.running} run, ${USER_LIMITS.waiting} wait.
- Of one address without a session: ${ADDRESS_LIMITS.running} run, ${ADDRESS_LIMITS.waiting} wait.
- With one token: ${SERVICE_LIMITS.running} run, ${SERVICE_LIMITS.waiting} wait.
- A request waits at most ${seconds(ADMISSION_LIMITS.maxWaitMs)} and runs at most ${seconds(ADMISSION_LIMITS.deadlineMs)}; files may take longer.
- A body has at most 64 KiB; calls with lists of tips and with files accept more.`
