import { colors, contentWidth, PAGE, type Paper } from './paper.ts'

export type Column = { title: string; width: number; align?: 'left' | 'right' }

/** A text that breaks into two lines if one is too short, unless `lines` is 1. */
type Cell = string | { text: string; muted?: boolean; lines?: number }

const GAP = 8
const PADDING = 3

/** Writes a table with its headings on each page. The `width` values of the columns add up to 1. */
export function writeTable(
  paper: Paper,
  columns: readonly Column[],
  rows: readonly { cells: readonly Cell[]; bold?: boolean }[],
): void {
  const positions = positionColumns(columns)
  const headings = () => {
    const heights = positions.map(({ x, width, title, align }) =>
      paper.write(x, width, title, { size: 8, color: colors.muted, lines: 2, ...(align && { align }) }),
    )
    paper.move(Math.max(...heights) + 4)
    paper.rule(colors.muted)
  }
  paper.needs(60)
  headings()
  for (const { cells, bold = false } of rows) {
    if (paper.needs(30)) headings()
    paper.move(PADDING)
    const heights = positions.map(({ x, width, align }, column) => {
      const cell = cells[column] ?? ''
      const { text, muted = false, lines = 2 } = typeof cell === 'string' ? { text: cell } : cell
      return paper.write(x, width, text, {
        bold,
        lines,
        ...(align && { align }),
        ...(muted && { color: colors.muted }),
      })
    })
    paper.move(Math.max(...heights) + PADDING - 2)
    paper.rule()
  }
}

function positionColumns(columns: readonly Column[]) {
  let x = PAGE.side
  return columns.map((column) => {
    const position = { ...column, x, width: column.width * contentWidth - GAP }
    x += column.width * contentWidth
    // The last column ends at the edge, without a gap.
    return column === columns.at(-1) ? { ...position, width: position.width + GAP } : position
  })
}
