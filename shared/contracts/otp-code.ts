import * as z from 'zod/mini'
import { asciiDigits } from './ascii-digits.ts'

export const OtpCode = z.string().check(z.overwrite(asciiDigits), z.regex(/^\d{6}$/))
