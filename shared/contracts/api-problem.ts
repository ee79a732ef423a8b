import * as z from 'zod/mini'

/** The body of each response that is not 2xx. Programs read `code`, which is stable; browsers show their own text. */
export const ApiProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** Codes of the wrong fields of the request, by the name of the field. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Seconds. */
  retry_after: z.optional(z.int()),
  attempts_left: z.optional(z.int()),
  /**
   * Which of several rules has failed. For `limit_exceeded`: `at_once` (one order), `day`, `month`, `recovery`,
   * `phone`, `method`.
   */
  reason: z.optional(z.string()),
})
export type ApiProblem = z.infer<typeof ApiProblem>
