import { colors, contentWidth, PAGE, type Paper, pauseForOthers } from './paper.ts'

export type Column = { title: string; width: number; align?: 'left' | 'right' }

/** The text of a cell, and perhaps a smaller text below it. */
type Cell = string | { text: string; below?: string | undefined; muted?: boolean }

const GAP = 8
/** So many rows take a few milliseconds of processor time. */
const ROWS_PER_PAUSE = 10

/** Writes a table with its headings on each page. The `width` values of the columns add up to 1. */
export async function writeTable(
  paper: Paper,
  columns: readonly Column[],
  rows: readonly { cells: readonly Cell[]; bold?: boolean }[],
  { padding = 5 } = {},
): Promise<void> {
  const positions = positionColumns(columns)
  const headings = () => {
    for (const { x, width, title, align } of positions) {
      paper.write(x, width, title, { size: 8, color: colors.muted, ...(align && { align }) })
    }
    paper.move(14)
    paper.rule(colors.muted)
  }
  paper.needs(60)
  headings()
  for (const [index, { cells, bold = false }] of rows.entries()) {
    const hasBelow = cells.some((cell) => typeof cell === 'object' && cell.below)
    if (paper.needs(hasBelow ? 56 : 20)) headings()
    paper.move(padding)
    const heights = positions.map(({ x, width, align }, column) => {
      const cell = cells[column] ?? ''
      const { text, below, muted } = typeof cell === 'string' ? { text: cell, below: undefined, muted: false } : cell
      const height = paper.write(x, width, text, {
        bold,
        lines: 2,
        ...(align && { align }),
        ...(muted && { color: colors.muted }),
      })
      if (!below) return height
      paper.move(height)
      const belowHeight = paper.write(x, width, below, { size: 7.5, color: colors.muted, lines: 2 })
      paper.move(-height)
      return height + belowHeight
    })
    paper.move(Math.max(...heights) + padding - 2)
    paper.rule()
    if (index % ROWS_PER_PAUSE === ROWS_PER_PAUSE - 1) await pauseForOthers()
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
