import { formatRubles } from '@portal/contracts/money-text'
import { formatPhone } from '@portal/contracts/phone-text'
import type { OperationType } from '../operations/feed.ts'
import { writeHeading } from './heading.ts'
import { colors, contentWidth, PAGE, Paper } from './paper.ts'
import type { MonthSum } from './repository.ts'
import { type IncomeCertificate, incomeSum } from './service.ts'
import { writeTable } from './table.ts'
import { formatMonth, signed } from './texts.ts'

const title = 'Справка о доходах'

/** `checkUrl`: the page that confirms the certificate. */
type Issuer = { operatorName: string | null; checkUrl: string }

export function writeIncomeCertificate(
  certificate: IncomeCertificate,
  { operatorName, checkUrl }: Issuer,
): Paper['doc'] {
  const { number, year, holder, phone, months: sums, issuedAt, timeZone } = certificate
  const paper = new Paper({ title: `${title} за ${year} год`, holder })
  const restaurants = [...new Set(sums.map(({ restaurant }) => restaurant))]
  writeHeading(paper, {
    title,
    subtitle: `за ${year} год`,
    facts: {
      Номер: number,
      Получатель: holder,
      Телефон: formatPhone(phone),
      Рестораны: restaurants.join(', ') || '—',
    },
    issuedAt,
    timeZone,
  })
  const months = [...Map.groupBy(sums, ({ month }) => month)]
  if (months.length === 0) {
    paper.move(paper.write(PAGE.side, contentWidth, 'За этот год чаевых и других операций не было.', { size: 10 }) + 10)
  } else {
    writeIncome(paper, months, sums)
    writeWithdrawals(paper, sums)
  }
  writeNotes(
    paper,
    sums.reduce((total, { pending }) => total + pending, 0),
    operatorName,
  )
  writeCheck(paper, checkUrl)
  paper.end(`${title} за ${year} год · № ${number}`)
  return paper.doc
}

type Months = readonly [string, MonthSum[]][]

function sumTypes(sums: readonly MonthSum[], ...types: OperationType[]): number {
  return sums.filter(({ type }) => (types as string[]).includes(type)).reduce((total, { change }) => total + change, 0)
}

function writeIncome(paper: Paper, months: Months, all: readonly MonthSum[]): void {
  const cells = (sums: readonly MonthSum[]) => [
    formatRubles(sumTypes(sums, 'tip') / 100),
    signed(sumTypes(sums, 'correction_in', 'correction_out', 'chargeback')),
    signed(sumTypes(sums, 'transfer_in')),
    signed(sumTypes(sums, 'transfer_out')),
    formatRubles(incomeSum(sums) / 100),
  ]
  const titles = ['Чаевые гостей', 'Исправления и возвраты', 'Получено от коллег', 'Передано коллегам', 'Доход']
  writeTable(
    paper,
    [{ title: 'Месяц', width: 0.2 }, ...titles.map((title) => ({ title, width: 0.16, align: 'right' as const }))],
    [
      ...months.map(([month, sums]) => ({ cells: [formatMonth(month), ...cells(sums)] })),
      { cells: ['За год', ...cells(all)], bold: true },
    ],
  )
  paper.move(14)
}

/** Writes how much of the income was withdrawn. */
function writeWithdrawals(paper: Paper, sums: readonly MonthSum[]): void {
  const withdrawn = formatRubles(-sumTypes(sums, 'payout') / 100)
  const fees = formatRubles(sums.reduce((total, { fee }) => total + fee, 0) / 100)
  paper.move(paper.write(PAGE.side, contentWidth, `За год выведено ${withdrawn}, из них комиссии ${fees}.`, {}) + 10)
}

function writeNotes(paper: Paper, pending: number, operatorName: string | null): void {
  paper.needs(90)
  const notes = [
    'Чаевые учтены по дням, в которые гости их оставили, когда бы они ни поступили; исправления и возвраты гостям — по дням этих чаевых. Отклонённые выводы не учтены.',
    'Доход — это чаевые гостей с исправлениями и возвратами, вместе с долями от коллег и за вычетом переданного коллегам. Доли учтены по дням перевода.',
    ...(pending > 0
      ? [
          `Ещё зачисляется ${formatRubles(pending / 100)}: этих чаевых в справке нет, они войдут в неё после зачисления.`,
        ]
      : []),
    `Это сведения портала «Чаевые»${operatorName ? `, его оператор — ${operatorName}` : ''}, а не налоговый документ. Справку 2-НДФЛ они не заменяют.`,
  ]
  for (const note of notes) {
    paper.move(paper.write(PAGE.side, contentWidth, note, { size: 8.5, color: colors.muted, lines: 3 }) + 3)
  }
}

const QR_SIZE = 92

function writeCheck(paper: Paper, url: string): void {
  paper.move(12)
  paper.needs(QR_SIZE)
  paper.qrCode(PAGE.side, QR_SIZE, url)
  const left = PAGE.side + QR_SIZE + 16
  const width = contentWidth - QR_SIZE - 16
  paper.move(18)
  paper.move(paper.write(left, width, 'Проверить справку', { size: 11, bold: true }) + 3)
  const text = `Наведите камеру на QR-код. Страница на ${new URL(url).host} покажет номер справки, инициалы получателя и сумму дохода.`
  paper.write(left, width, text, { size: 9, color: colors.muted, lines: 3 })
}
