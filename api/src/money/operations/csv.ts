import { dayIn } from '@portal/contracts/calendar'
import { dayText, timeText } from '@portal/contracts/date-text'
import { statusText, typeNames } from '@portal/contracts/operation-texts'
import type { Db } from '../../db/connect.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { operationDirection } from './feed.ts'
import { type List, type OperationRow, readNext } from './repository.ts'

const headings = [
  'Номер операции',
  'Дата',
  'Время',
  'Ресторан',
  'Тип',
  'Операция',
  'Сумма, ₽',
  'Комиссия, ₽',
  'Ресторан платит, ₽',
  'Статус',
  'Оценка',
  'Комментарий',
  'Гость оплатил',
]

/** A batch is so small that other requests get the CPU meanwhile. */
const LINES_PER_CHUNK = 100
/** Limits all exports of this process. */
export const limitExports = limitConcurrency(1, { rests: true })

/**
 * Yields the file in pieces, newest operation first, with the texts of the screens. Excel needs a BOM for UTF-8, and
 * `;` because numbers contain commas.
 */
export async function* operationsCsv(db: Db, userId: string, list: List): AsyncGenerator<string> {
  let piece = `\uFEFF${toLine(headings)}`
  let rows: OperationRow[] = []
  do {
    piece += await limitExports(async () => {
      rows = await readNext(db, list, rows.at(-1)?.id, LINES_PER_CHUNK)
      return rows.map((row) => toLine(cells(row, list.timeZone))).join('')
    }, userId)
    if (piece) yield piece
    piece = ''
  } while (rows.length === LINES_PER_CHUNK)
}

function cells(row: OperationRow, timeZone: string): string[] {
  const sign = operationDirection(row.type) === 'out' ? '-' : ''
  return [
    String(row.number),
    dayText(row.day),
    timeText(row.created_at, timeZone),
    asText(row.restaurant_name),
    typeNames[row.type],
    asText(row.title),
    sign + decimal(row.amount),
    decimal(row.fee),
    decimal(row.restaurant_fee),
    statusText(row),
    row.rating === null ? '' : String(row.rating),
    asText(row.comment ?? ''),
    isTipOrAdjustment(row) ? dayText(dayIn(timeZone, row.paid_at ?? row.created_at)) : '',
  ]
}

/** Whether it is a tip or an adjustment of one. */
function isTipOrAdjustment({ type }: OperationRow): boolean {
  return type === 'tip' || type === 'correction_in' || type === 'correction_out' || type === 'chargeback'
}

/** 123456 → '1234,56' */
function decimal(kopecks: number): string {
  return (kopecks / 100).toFixed(2).replace('.', ',')
}

/** Escapes what a spreadsheet would run as a formula: `=1+1` → `'=1+1`. */
function asText(text: string): string {
  return /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function toLine(values: readonly string[]): string {
  return `${values.map((value) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(';')}\r\n`
}
