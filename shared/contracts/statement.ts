import * as z from 'zod/mini'
import { rangeText } from './date-text.ts'
import type { DayRange } from './day.ts'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { inFileName } from './operations-file.ts'

/** The bytes of a PDF file as a text of one character per byte, because JSON Schema has no type for bytes. */
const PdfFile = z.string()

/**
 * Lists the operations at one restaurant with the balances before and after them: opening + in − out = closing. If the
 * period has more than 1,000 operations (`STATEMENT_LINES`), it has their totals by month instead. 422
 * `period_reversed`. 422 `period_too_long`: a period has at most 366 days.
 */
export const getStatement = endpoint({
  method: 'GET',
  path: '/user/statement.pdf',
  summary: 'Download a statement of operations as a PDF file',
  access: 'user',
  query: z.object({ restId: z.string(), from: Day, to: Day }),
  response: PdfFile,
  produces: 'application/pdf',
})

/**
 * A statement of 1,000 lines has 22 pages, or 40 if each needs two lines, and takes half a second of processor time.
 */
export const STATEMENT_LINES = 1_000

/** Contains the tips of a year by month, at all restaurants of the user. 422 `year_ahead`: the year has not begun. */
export const getIncomeCertificate = endpoint({
  method: 'GET',
  path: '/user/income-certificate.pdf',
  summary: 'Download a certificate of income for a year as a PDF file',
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
