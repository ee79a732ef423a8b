import type { OperationFilter } from '@portal/shared/contracts/operation'
import type { Db } from '../../db/connect.ts'
import type { OperationStatus, OperationType } from './feed.ts'
import { countOperations, type Feed, type OperationRow, readOperations } from './repository.ts'
import { findPeriod } from './service.ts'

const types = {
  tip: 'Чаевые',
  payout: 'Вывод',
  transfer_in: 'Перевод получен',
  transfer_out: 'Перевод отправлен',
  refund: 'Возврат',
} satisfies Record<OperationType, string>

const statuses = {
  pending: 'В обработке',
  completed: 'Выполнено',
  canceled: 'Отменено',
} satisfies Record<OperationStatus, string>

const headings = [
  'Дата',
  'Время',
  'Ресторан',
  'Операция',
  'Описание',
  'Сумма, ₽',
  'Комиссия, ₽',
  'Статус',
  'Оценка',
  'Комментарий',
]

const linesAtOnce = 1_000

/** The file in pieces, newest operation first. Excel takes UTF-8 only by its BOM, and `;` where a comma is in the numbers. */
export async function* operationsCsv(db: Db, feed: Feed, filter: OperationFilter): AsyncGenerator<string> {
  yield `\uFEFF${toLine(headings)}`
  const { first, last } = await findPeriod(db, feed, await countOperations(db, feed), filter)
  for (let end = last; end >= first; end -= linesAtOnce) {
    const rows = await readOperations(db, feed, { first: Math.max(first, end - linesAtOnce + 1), last: end })
    yield rows.map((row) => toLine(cells(row, feed.timeZone))).join('')
  }
}

function cells(row: OperationRow, timeZone: string): string[] {
  const sign = row.type === 'payout' || row.type === 'transfer_out' ? '-' : ''
  return [
    row.day.split('-').reverse().join('.'),
    row.created_at.toLocaleTimeString('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' }),
    asText(row.restaurant_name),
    types[row.type],
    asText(row.title),
    sign + decimal(row.amount),
    decimal(row.fee),
    statuses[row.status],
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
