import { dayText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'
import { statusText } from '@portal/contracts/operation-texts'
import { STATEMENT_LINES } from '@portal/contracts/statement'
import { directionOf } from '../operations/direction.ts'
import type { OperationRow } from '../operations/repository.ts'
import { writeHeading } from './heading.ts'
import { colors, contentWidth, openPaper, type Paper, page } from './paper.ts'
import type { MonthSum } from './repository.ts'
import type { Statement } from './service.ts'
import { type Column, writeTable } from './table.ts'
import { formatMonth, signed } from './texts.ts'

/** Writes the document into its stream; other requests get the processor between its lines. */
export async function writeStatement(statement: Statement): Promise<Paper['doc']> {
  const { holder, restaurant, from, to, lines, months, issuedAt, timeZone } = statement
  const paper = openPaper({ title: 'Выписка по операциям', holder })
  writeHeading(paper, {
    title: 'Выписка по операциям',
    subtitle: from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`,
    facts: { Получатель: holder, Ресторан: restaurant },
    issuedAt,
    timeZone,
  })
  writeTotals(paper, statement)
  if (lines) await writeLines(paper, lines, timeZone)
  else await writeMonths(paper, months)
  writeNotes(paper, lines)
  paper.end(`Выписка · ${restaurant} · ${dayText(from)} – ${dayText(to)}`)
  return paper.doc
}

function writeTotals(paper: Paper, { opening, in: incoming, out, closing, fees }: Statement): void {
  const sums: [string, string][] = [
    ['Остаток на начало', formatRubles(opening / 100)],
    ['Поступило', signed(incoming)],
    ['Списано', signed(-out)],
    ['Остаток на конец', formatRubles(closing / 100)],
  ]
  paper.band(58)
  const width = contentWidth / sums.length
  for (const [index, [name, sum]] of sums.entries()) {
    const x = page.side + index * width + 12
    paper.move(12)
    paper.write(x, width - 16, name, { size: 8, color: colors.muted })
    paper.move(14)
    paper.write(x, width - 16, sum, { size: 13, bold: true })
    paper.move(-26)
  }
  paper.move(68)
  paper.write(page.side, contentWidth, `Комиссии за вывод, в составе списаний: ${formatRubles(fees / 100)}`, {
    size: 8.5,
    color: colors.muted,
  })
  paper.move(26)
}

const columns: readonly Column[] = [
  { title: 'Дата и время', width: 0.17 },
  { title: 'Операция', width: 0.38 },
  { title: 'Статус', width: 0.14 },
  { title: 'Комиссия', width: 0.13, align: 'right' },
  { title: 'Сумма', width: 0.18, align: 'right' },
]

async function writeLines(paper: Paper, lines: readonly OperationRow[], timeZone: string): Promise<void> {
  // Created once: it costs more than a line.
  const time = new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' })
  if (lines.length === 0) {
    paper.write(page.side, contentWidth, 'За этот период операций не было.', { size: 10 })
    return paper.move(24)
  }
  await writeTable(
    paper,
    columns,
    lines.map((line) => {
      const muted = line.status !== 'completed'
      return {
        cells: [
          { text: dayText(line.day), below: time.format(line.created_at) },
          { text: line.title, below: [`№ ${line.number}`, line.comment].filter(Boolean).join(' · '), muted },
          { text: statusText(line), muted },
          { text: line.fee > 0 && line.status !== 'canceled' ? formatRubles(line.fee / 100) : '', muted },
          { text: signed(directionOf(line.type) === 'in' ? line.amount : -line.amount), muted },
        ],
      }
    }),
  )
}

async function writeMonths(paper: Paper, sums: readonly MonthSum[]): Promise<void> {
  const months = Map.groupBy(sums, ({ month }) => month)
  const total = (of: readonly MonthSum[], value: (sum: MonthSum) => number) =>
    of.reduce((all, sum) => all + value(sum), 0)
  await writeTable(
    paper,
    [
      { title: 'Месяц', width: 0.28 },
      { title: 'Операций', width: 0.12, align: 'right' },
      { title: 'Поступило', width: 0.22, align: 'right' },
      { title: 'Списано', width: 0.22, align: 'right' },
      { title: 'Комиссии', width: 0.16, align: 'right' },
    ],
    [...months].map(([month, of]) => ({
      cells: [
        formatMonth(month),
        total(of, ({ count }) => count).toLocaleString('ru-RU'),
        signed(total(of, ({ change }) => Math.max(0, change))),
        signed(total(of, ({ change }) => Math.min(0, change))),
        formatRubles(total(of, ({ fee }) => fee) / 100),
      ],
    })),
  )
}

function writeNotes(paper: Paper, lines: readonly OperationRow[] | null): void {
  paper.needs(60)
  paper.move(14)
  const notes = [
    'Остаток на начало + поступило − списано = остаток на конец. Сумма вывода указана вместе с комиссией.',
    'Чаевые, которые ещё зачисляются, и отклонённые выводы напечатаны серым и в итоги не входят. Выводы в обработке уже списаны.',
    ...(lines
      ? []
      : [
          `В периоде больше ${STATEMENT_LINES.toLocaleString('ru-RU')} операций, поэтому они показаны по месяцам. Все операции есть в файле CSV.`,
        ]),
  ]
  for (const note of notes)
    paper.move(paper.write(page.side, contentWidth, note, { size: 8, color: colors.muted, lines: 3 }) + 2)
}
