import * as z from 'zod'
import type { ListedPayment } from '../bank/bank.ts'

const columns = ['reference', 'payout_id', 'amount', 'status', 'created_at'] as const

const Line = z.object({
  reference: z.string().min(1),
  payout_id: z.union([z.uuid(), z.literal('')]),
  amount: z.string().regex(/^\d{1,9}([.,]\d\d)?$/),
  status: z.enum(['accepted', 'paid', 'declined']),
  created_at: z.iso.datetime({ offset: true }),
})

/** A line that cannot be read, by its number in the file from 1 and the column. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  readonly line: number
  readonly column: string

  constructor(line: number, column: string) {
    super(`line ${line}: ${column}`)
    this.line = line
    this.column = column
  }
}

/**
 * Reads a statement: CSV in UTF-8, separated by commas or semicolons. It must have the columns `reference`,
 * `payout_id`, `amount` in rubles, `status` as in bank.ts and `created_at`, in any order; other columns are ignored.
 * An empty `payout_id` marks a payment that is not ours.
 * @throws StatementError
 */
export function readStatement(text: string): ListedPayment[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = head.includes(';') ? ';' : ','
  const splitCells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const names = splitCells(head)
  for (const name of columns) if (!names.includes(name)) throw new StatementError(1, name)
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = splitCells(line)
    const { data, error } = Line.safeParse(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
    if (!data) throw new StatementError(index + 2, String(error.issues[0]?.path[0]))
    const { reference, payout_id, amount, status, created_at } = data
    const [rubles = '', kopecks = '00'] = amount.split(/[.,]/)
    return {
      reference,
      // A spreadsheet program may have changed the case.
      payoutId: payout_id.toLowerCase() || null,
      amount: Number(rubles + kopecks),
      status,
      createdAt: new Date(created_at),
    }
  })
}
