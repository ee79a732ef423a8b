import * as z from 'zod/mini'
import { rangeText } from './date-text.ts'
import type { DayRange } from './day.ts'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { inFileName } from './operations-file.ts'

/** The bytes of a PDF file, each as the character of its code: JSON Schema knows no bytes. */
const PdfFile = z.string()

/**
 * Operations of one restaurant with the balance before and after them: opening + in − out = closing. A period with more
 * operations than `STATEMENT_LINES` has their totals by month instead. 422 `period_reversed`, `period_too_long`:
 * at most 366 days.
 */
export const getStatement = endpoint({
  method: 'GET',
  path: '/user/statement.pdf',
  summary: 'Statement of operations as a PDF file',
  access: 'user',
  query: z.object({ restId: z.string(), from: Day, to: Day }),
  response: PdfFile,
  produces: 'application/pdf',
})

/** With long comments that is 56 pages and half a second of processor time. */
export const STATEMENT_LINES = 1_000

/** Tips of a year by month, of all restaurants of the user. 422 `year_ahead`. */
export const getIncomeCertificate = endpoint({
  method: 'GET',
  path: '/user/income-certificate.pdf',
  summary: 'Certificate of income for a year as a PDF file',
  access: 'user',
  query: z.object({ year: z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2099)) }),
  response: PdfFile,
  produces: 'application/pdf',
})

/** `Выписка Берёзка 01.11.2026–30.11.2026.pdf` */
export function statementFileName({ restaurant, ...days }: DayRange & { restaurant: string }): string {
  return `${['Выписка', inFileName(restaurant), rangeText(days)].filter(Boolean).join(' ')}.pdf`
}

/** `Справка о доходах за 2026 год.pdf` */
export function certificateFileName(year: number): string {
  return `Справка о доходах за ${year} год.pdf`
}
