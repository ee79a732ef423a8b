import * as z from 'zod/mini'
import { parsePhone } from './parse-phone.ts'

/**
 * A Russian mobile number. Requests may have it in any spelling (`8 (999) 123-45-67`); responses have `+79991234567`.
 */
export const PhoneNumber = z.string().check(
  z.overwrite((text) => parsePhone(text).phone ?? text),
  z.check(({ value, issues }) => {
    const { problem } = parsePhone(value)
    if (problem) issues.push({ code: 'custom', input: value, params: { code: `phone_${problem}` } })
  }),
)
export type PhoneNumber = z.infer<typeof PhoneNumber>
