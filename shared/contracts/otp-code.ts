import * as z from 'zod/mini'

export const OtpCode = z.string().check(z.regex(/^\d{6}$/))
