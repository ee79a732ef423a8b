import { colors, contentWidth, PAGE, type Paper } from './paper.ts'
import { formatIssue } from './texts.ts'

type Heading = {
  title: string
  subtitle: string
  facts: Record<string, string>
  issuedAt: Date
  timeZone: string
}

/** Writes the name of the portal, the time of issue, the title, and the facts about the document. */
export function writeHeading(paper: Paper, { title, subtitle, facts, issuedAt, timeZone }: Heading): void {
  paper.write(PAGE.side, 150, 'Чаевые', { size: 15, bold: true, color: colors.accent })
  paper.move(4)
  paper.write(PAGE.side + 150, contentWidth - 150, `Сформирована ${formatIssue(issuedAt, timeZone)}`, {
    size: 8.5,
    color: colors.muted,
    align: 'right',
  })
  paper.move(34)
  paper.move(paper.write(PAGE.side, contentWidth, title, { size: 21, bold: true }) + 1)
  paper.move(paper.write(PAGE.side, contentWidth, subtitle, { size: 12, color: colors.muted }) + 14)
  for (const [name, value] of Object.entries(facts)) {
    paper.write(PAGE.side, 90, name, { size: 9.5, color: colors.muted })
    paper.move(paper.write(PAGE.side + 90, contentWidth - 90, value, { size: 9.5, lines: 3 }) + 3)
  }
  paper.move(12)
}
