import { formatRubles } from '@portal/contracts/money-text'
import type { OperationType } from '../operations/feed.ts'
import { writeHeading } from './heading.ts'
import { colors, contentWidth, PAGE, Paper } from './paper.ts'
import type { MonthSum } from './repository.ts'
import type { IncomeCertificate } from './service.ts'
import { writeTable } from './table.ts'
import { formatMonth, signed } from './texts.ts'

const title = 'Справка о доходах'

export async function writeIncomeCertificate(certificate: IncomeCertificate): Promise<Paper['doc']> {
  const { number, year, holder, months: sums, issuedAt, timeZone } = certificate
  const paper = new Paper({ title: `${title} за ${year} год`, holder })
  const restaurants = [...new Set(sums.map(({ restaurant }) => restaurant))]
  writeHeading(paper, {
    title,
    subtitle: `за ${year} год`,
    facts: { Номер: number, Получатель: holder, Рестораны: restaurants.join(', ') || '—' },
    issuedAt,
    timeZone,
  })
  const months = [...Map.groupBy(sums, ({ month }) => month)]
  if (months.length === 0) {
    paper.move(paper.write(PAGE.side, contentWidth, 'За этот год чаевых и других операций не было.', { size: 10 }) + 10)
  } else {
    await writeIncome(paper, months, sums)
    await writeInformation(paper, months, sums)
  }
  writeNotes(
    paper,
    sums.reduce((total, { pending }) => total + pending, 0),
  )
  paper.end(`${title} за ${year} год · № ${number}`)
  return paper.doc
}

type Months = readonly [string, MonthSum[]][]

function sumTypes(sums: readonly MonthSum[], ...types: OperationType[]): number {
  return sums.filter(({ type }) => (types as string[]).includes(type)).reduce((total, { change }) => total + change, 0)
}

async function writeIncome(paper: Paper, months: Months, all: readonly MonthSum[]): Promise<void> {
  const cells = (sums: readonly MonthSum[]) => {
    const parts = [
      sumTypes(sums, 'tip'),
      sumTypes(sums, 'correction_in', 'correction_out'),
      sumTypes(sums, 'chargeback'),
    ]
    const income = parts.reduce((total, part) => total + part, 0)
    return [
      ...parts.map((part, index) => (index === 0 ? formatRubles(part / 100) : signed(part))),
      formatRubles(income / 100),
    ]
  }
  await writeSection(paper, 'Доход', ['Чаевые', 'Исправления', 'Возвраты гостям', 'Итого'], months, all, cells)
}

/** Writes the sums that are not income: how the income was used. */
async function writeInformation(paper: Paper, months: Months, all: readonly MonthSum[]): Promise<void> {
  const cells = (sums: readonly MonthSum[]) => [
    formatRubles(-sumTypes(sums, 'payout') / 100),
    formatRubles(sums.reduce((total, { fee }) => total + fee, 0) / 100),
    formatRubles(sumTypes(sums, 'transfer_in') / 100),
    formatRubles(-sumTypes(sums, 'transfer_out') / 100),
  ]
  const titles = ['Выведено', 'из них комиссии', 'Получено от коллег', 'Переведено коллегам']
  await writeSection(paper, 'Справочно', titles, months, all, cells)
}

async function writeSection(
  paper: Paper,
  name: string,
  titles: readonly string[],
  months: Months,
  all: readonly MonthSum[],
  cells: (sums: readonly MonthSum[]) => string[],
): Promise<void> {
  paper.needs(90)
  paper.move(paper.write(PAGE.side, contentWidth, name, { size: 12, bold: true }) + 6)
  await writeTable(
    paper,
    [{ title: 'Месяц', width: 0.24 }, ...titles.map((title) => ({ title, width: 0.19, align: 'right' as const }))],
    [
      ...months.map(([month, sums]) => ({ cells: [formatMonth(month), ...cells(sums)] })),
      { cells: ['За год', ...cells(all)], bold: true },
    ],
    { padding: 3 },
  )
  paper.move(18)
}

function writeNotes(paper: Paper, pending: number): void {
  paper.needs(90)
  const notes = [
    'Чаевые учтены по дням, в которые гости их оставили, когда бы они ни поступили; исправления и возвраты гостям — по дням этих чаевых. Отклонённые выводы не учтены.',
    ...(pending > 0
      ? [
          `Ещё зачисляется ${formatRubles(pending / 100)}: этих чаевых в справке нет, они войдут в неё после зачисления.`,
        ]
      : []),
    'Справка носит информационный характер: это сведения сервиса «Чаевые». Она не является налоговым документом и не заменяет справку 2-НДФЛ.',
  ]
  for (const note of notes) {
    paper.move(paper.write(PAGE.side, contentWidth, note, { size: 8.5, color: colors.muted, lines: 3 }) + 3)
  }
}
