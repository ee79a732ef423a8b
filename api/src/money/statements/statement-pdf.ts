import { dayText, rangeText, timeText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'
import { statusText } from '@portal/contracts/operation-texts'
import { STATEMENT_LINES } from '@portal/contracts/statement'
import { zoneText } from '@portal/contracts/zone-text'
import { operationDirection } from '../operations/feed.ts'
import { writeHeading } from './heading.ts'
import { colors, contentWidth, PAGE, Paper } from './paper.ts'
import type { StatementLine } from './repository.ts'
import type { Statement } from './service.ts'
import { type Column, writeTable } from './table.ts'
import { formatMonth, signed } from './texts.ts'

/** Writes the document into its stream. */
export function writeStatement(statement: Statement): Paper['doc'] {
  const { holder, restaurant, from, to, lines, months, issuedAt, timeZone } = statement
  const paper = new Paper({ title: 'Выписка по операциям', holder })
  writeHeading(paper, {
    title: 'Выписка по операциям',
    subtitle: rangeText({ from, to }),
    facts: { Получатель: holder, Ресторан: restaurant },
    issuedAt,
    timeZone,
  })
  writeTotals(paper, statement)
  if (lines) writeLines(paper, lines, timeZone)
  else writeMonths(paper, months)
  writeNotes(paper, lines)
  paper.end(`Выписка · ${restaurant} · ${rangeText({ from, to })}`)
  return paper.doc
}

function writeTotals(paper: Paper, { opening, in: incoming, out, closing, fees, tips }: Statement): void {
  const sums: [string, string][] = [
    ['Остаток на начало', formatRubles(opening / 100)],
    ['Поступило', signed(incoming)],
    ['Списано', signed(-out)],
    ['Остаток на конец', formatRubles(closing / 100)],
  ]
  paper.band(58)
  const width = contentWidth / sums.length
  for (const [index, [name, sum]] of sums.entries()) {
    const x = PAGE.side + index * width + 12
    paper.move(12)
    paper.write(x, width - 16, name, { size: 8, color: colors.muted })
    paper.move(14)
    paper.write(x, width - 16, sum, { size: 13, bold: true })
    paper.move(-26)
  }
  paper.move(68)
  const facts = [
    `Чаевые, которые гости оставили за эти дни, с исправлениями и возвратами: ${formatRubles(tips / 100)}`,
    `Комиссии за вывод, они входят в «Списано»: ${formatRubles(fees / 100)}`,
  ]
  for (const fact of facts) {
    paper.move(paper.write(PAGE.side, contentWidth, fact, { size: 8.5, color: colors.muted }) + 2)
  }
  paper.move(11)
}

const columns: readonly Column[] = [
  { title: 'Операция', width: 0.44 },
  { title: 'Статус', width: 0.13 },
  { title: 'Комиссия', width: 0.11, align: 'right' },
  { title: 'Сумма', width: 0.15, align: 'right' },
]

function writeLines(paper: Paper, lines: readonly StatementLine[], timeZone: string): void {
  if (lines.length === 0) {
    paper.write(PAGE.side, contentWidth, 'За этот период операций не было.', { size: 10 })
    paper.move(24)
    return
  }
  writeTable(
    paper,
    [{ title: `Дата и время (${zoneText(timeZone, lines[0]?.at ?? 0)})`, width: 0.17 }, ...columns],
    lines.map((line) => {
      const note = lineNote(line)
      const muted = line.moved === 0
      const amount = operationDirection(line.type) === 'in' ? line.amount : -line.amount
      return {
        cells: [
          `${dayText(line.day)}, ${timeText(line.at, timeZone)}`,
          {
            text: [line.title, `№ ${line.number}`, note, line.comment].filter(Boolean).join(' · '),
            muted,
            // The comment of a guest may end early, but neither a recipient nor the reason why the sum is on this day.
            lines: line.type === 'tip' && !note ? 1 : 2,
          },
          { text: statusText(line), muted },
          { text: line.fee > 0 && line.moved < 0 ? formatRubles(line.fee / 100) : '', muted },
          { text: signed(muted ? amount : line.moved), muted },
        ],
      }
    }),
  )
}

/** Explains why the money of a line has moved on another day, or has not moved yet. */
function lineNote({ moved, status, type, day, own_day: ownDay }: StatementLine): string | undefined {
  const isOrder = type === 'payout' || type === 'transfer_out'
  if (day !== ownDay) return isOrder ? `отправлено ${dayText(ownDay)}` : `гость оплатил ${dayText(ownDay)}`
  if (moved === 0) return status === 'completed' ? 'не вошло в остаток на конец' : undefined
  return isOrder && status === 'canceled' ? 'деньги вернулись позже' : undefined
}

function writeMonths(paper: Paper, months: Statement['months']): void {
  writeTable(
    paper,
    [
      { title: 'Месяц', width: 0.28 },
      { title: 'Операций', width: 0.12, align: 'right' },
      { title: 'Поступило', width: 0.22, align: 'right' },
      { title: 'Списано', width: 0.22, align: 'right' },
      { title: 'Комиссии', width: 0.16, align: 'right' },
    ],
    months.map(({ month, count, in: incoming, out, fees }) => ({
      cells: [
        formatMonth(month),
        count.toLocaleString('ru-RU'),
        signed(incoming),
        signed(-out),
        formatRubles(fees / 100),
      ],
    })),
  )
}

function writeNotes(paper: Paper, lines: readonly StatementLine[] | null): void {
  paper.needs(60)
  paper.move(14)
  const notes = [
    'Остаток на начало + поступило − списано = остаток на конец. Сумма вывода указана вместе с комиссией.',
    'Чаевые записаны на день, когда их оставил гость. Серые к концу периода ещё не были зачислены: в «Поступило» и в остаток они не вошли.',
    'Чаевые, оставленные раньше, а зачисленные в этом периоде, записаны на день зачисления и вошли в «Поступило».',
    'Выводы и переводы списаны в день, когда вы их отправили. Серым напечатаны отклонённые; если деньги вернулись в другом периоде, возврат стоит там отдельной строкой.',
    ...(lines
      ? []
      : [
          `В периоде больше ${STATEMENT_LINES.toLocaleString('ru-RU')} операций, поэтому они показаны по месяцам. Все операции есть в файле CSV: чаевые там записаны на день зачисления, а день оплаты — в последней колонке.`,
        ]),
  ]
  for (const note of notes)
    paper.move(paper.write(PAGE.side, contentWidth, note, { size: 8, color: colors.muted, lines: 3 }) + 2)
}
