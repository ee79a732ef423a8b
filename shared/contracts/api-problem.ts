import * as z from 'zod/mini'

/** The body of every response that is not 2xx. `code` is stable; the Russian text belongs to the browser. */
export const ApiProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** Codes by field of the request. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Seconds. */
  retry_after: z.optional(z.int()),
  attempts_left: z.optional(z.int()),
  /**
   * Tells rules with the same `code` apart. `limit_exceeded`: `at_once`, `day`, `month`, `recovery`, `phone`, `method`.
   */
  reason: z.optional(z.string()),
})
export type ApiProblem = z.infer<typeof ApiProblem>
