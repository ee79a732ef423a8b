import * as z from 'zod/mini'

/** A Russian mobile number as on the wire: `+79991234567`. */
export const PhoneNumber = z.string().check(z.regex(/^\+79\d{9}$/))
export type PhoneNumber = z.infer<typeof PhoneNumber>
