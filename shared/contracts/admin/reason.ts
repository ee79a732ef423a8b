import * as z from 'zod/mini'
import { writtenLines } from '../written-text.ts'

/** Why an operator does something, for the audit trail. */
export const Reason = writtenLines(500).check(z.minLength(1))

/** The body of a decision that has no other content. */
export const Decision = z.strictObject({ reason: Reason })
