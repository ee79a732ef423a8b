import type { OperationFilter } from '@portal/shared/contracts/operation'
import { statusText, typeNames } from '@portal/shared/contracts/operation-texts'
import type { Db } from '../../db/connect.ts'
import { countOperations, type Feed, type OperationRow, readOperations } from './repository.ts'
import { findPeriod } from './service.ts'

const headings = [
  'Номер операции',
  'Дата',
  'Время',
  'Ресторан',
  'Тип',
  'Операция',
  'Сумма, ₽',
  'Комиссия, ₽',
  'Статус',
  'Оценка',
  'Комментарий',
]

const linesAtOnce = 1_000

/** The file in pieces, newest operation first, in the words of the screens; the headings come with the first rows. Excel takes UTF-8 only by its BOM, and `;` where a comma is in the numbers. */
export async function* operationsCsv(db: Db, feed: Feed, filter: OperationFilter): AsyncGenerator<string> {
  let piece = `\uFEFF${toLine(headings)}`
  const { first, last } = await findPeriod(db, feed, await countOperations(db, feed), filter)
  for (let end = last; end >= first; end -= linesAtOnce) {
    const rows = await readOperations(db, feed, { first: Math.max(first, end - linesAtOnce + 1), last: end })
    yield piece + rows.map((row) => toLine(cells(row, feed.timeZone))).join('')
    piece = ''
  }
  // There are no operations.
  if (piece) yield piece
}

function cells(row: OperationRow, timeZone: string): string[] {
  const sign = row.type === 'payout' || row.type === 'transfer_out' ? '-' : ''
  return [
    String(row.number),
    row.day.split('-').reverse().join('.'),
    row.created_at.toLocaleTimeString('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' }),
    asText(row.restaurant_name),
    typeNames[row.type],
    asText(row.title),
    sign + decimal(row.amount),
    decimal(row.fee),
    statusText(row),
    row.rating === null ? '' : String(row.rating),
    asText(row.comment ?? ''),
  ]
}

/** 123456 → '1234,56' */
function decimal(kopecks: number): string {
  return (kopecks / 100).toFixed(2).replace('.', ',')
}

/** What people wrote must not run as a formula in the spreadsheet: `=1+1` → `'=1+1`. */
function asText(text: string): string {
  return /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function toLine(values: readonly string[]): string {
  return `${values.map((value) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(';')}\r\n`
}
