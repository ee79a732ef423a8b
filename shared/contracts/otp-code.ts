import * as z from 'zod/mini'
import { asciiDigits } from './written-numbers.ts'

export const OtpCode = z.string().check(z.overwrite(asciiDigits), z.regex(/^\d{6}$/))
