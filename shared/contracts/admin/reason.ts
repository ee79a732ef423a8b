import * as z from 'zod/mini'
import { maxCharacters } from '../characters.ts'
import { noCardNumber } from '../free-text.ts'
import { noPiles, tidyLines } from '../tidy-text.ts'

/** Why an operator does something, for the audit trail. */
export const Reason = z
  .string()
  .check(z.overwrite(tidyLines), noPiles(), z.minLength(1), maxCharacters(500), noCardNumber())

/** The body of a decision that has no other content. */
export const Decision = z.strictObject({ reason: Reason })
