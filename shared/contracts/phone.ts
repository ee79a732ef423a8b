import * as z from 'zod/mini'

export const phonePattern = /^\+79\d{9}$/

/** A Russian mobile number as on the wire: `+79991234567`. */
export const PhoneNumber = z.string().check(z.regex(phonePattern))
export type PhoneNumber = z.infer<typeof PhoneNumber>
