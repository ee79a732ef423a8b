import { ApiError } from '@portal/shared/http/api-error'

/**
 * The field of the filled form that the call behind the code has refused, by the name in the call. Anything else is
 * thrown on: it belongs to the step of the code, which keeps what was typed.
 */
export function refusedField<F extends string>(
  cause: unknown,
  fields: Record<string, F>,
  texts: Record<string, string>,
): { name: F; message: string } {
  const errors = cause instanceof ApiError ? Object.entries(cause.problem.errors ?? {}) : []
  for (const [field, [code = '']] of errors) {
    const name = fields[field]
    const message = texts[code]
    if (name && message) return { name, message }
  }
  throw cause
}
