import { dayIn } from '@portal/contracts/calendar'
import { dayText, timeText } from '@portal/contracts/date-text'
import { statusText, typeNames } from '@portal/contracts/operation-texts'
import type { Db } from '../../db/connect.ts'
import type { Range } from '../../http/numbered-pages.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import { directionOf } from './direction.ts'
import { readFound, readOlderByNumber, searchedPeriod } from './find-operations.ts'
import { type Feed, type OperationRow, readOperations } from './repository.ts'
import type { Search } from './search.ts'

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

/** Small enough that other requests get the CPU while a batch is written. */
const LINES_PER_CHUNK = 200
/** Limits all exports of this process. */
const limitExports = limitConcurrency(1)

/**
 * Yields the file in pieces, newest operation first, in the words of the screens. Excel needs a BOM for UTF-8, and `;`
 * where a comma is in the numbers.
 */
export async function* operationsCsv(db: Db, feed: Feed, search?: Search): AsyncGenerator<string> {
  let piece = `\uFEFF${toLine(headings)}`
  for (const read of search ? searching(db, feed, search) : reading(db, feed)) {
    const lines = await limitExports(async () => {
      const rows = await read()
      return rows.map((row) => toLine(cells(row, feed.timeZone))).join('')
    }, feed.ownerId)
    // A search finds nothing in most chunks.
    piece += lines
    if (piece) yield piece
    piece = ''
  }
  // There are no operations.
  if (piece) yield piece
}

type Read = () => Promise<OperationRow[]>

function* reading(db: Db, feed: Feed): Generator<Read> {
  for (const range of chunksOf(feed.period)) yield () => readOperations(db, feed, range)
}

function* searching(db: Db, feed: Feed, search: Search): Generator<Read> {
  for (const range of chunksOf(searchedPeriod(feed.period))) yield () => readFound(db, feed, search, range)
  yield () => readOlderByNumber(db, feed, search)
}

function* chunksOf({ first, last }: Range): Generator<Range> {
  for (let end = last; end >= first; end -= LINES_PER_CHUNK) {
    yield { first: Math.max(first, end - LINES_PER_CHUNK + 1), last: end }
  }
}

function cells(row: OperationRow, timeZone: string): string[] {
  const sign = directionOf(row.type) === 'out' ? '-' : ''
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
    isOfTip(row) ? dayText(dayIn(timeZone, row.paid_at ?? row.created_at)) : '',
  ]
}

/** A tip, or what was adjusted of one. */
function isOfTip({ type }: OperationRow): boolean {
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
