import type { ReactNode } from 'react'
import { barBox, gridLines } from '../../chart/axis.ts'
import axis from '../../chart/chart.module.css'
import { Grid } from '../../chart/grid.tsx'
import styles from './trend-bars.module.css'

/** One bar, and one row of the table. */
export type Figure = {
  id: string
  /** In the table, and short under the bar. */
  name: string
  tick: string
  rubles: number
  /** Drawn on top of the bar, as a part of its own. */
  cash?: number | undefined
  /** The other cells of the row. */
  more: readonly ReactNode[]
}

const HEIGHT_PX = 168
/** Half a label above the top line; a line of names below the bottom one. */
const TOP_PX = 8
const BOTTOM_PX = HEIGHT_PX - 28
/** More names than this would touch each other on a phone. */
const MAX_TICKS = 8

/** One bar for each figure, with the best one highlighted. Hidden from screen readers, which read the table instead. */
export function Columns({ figures, best }: { figures: readonly Figure[]; best: string | null }) {
  const grid = gridLines(Math.max(...figures.map(({ rubles, cash = 0 }) => rubles + cash)))
  const y = (rubles: number) => BOTTOM_PX - ((BOTTOM_PX - TOP_PX) * rubles) / (grid.at(-1) ?? 1)
  const every = Math.ceil(figures.length / MAX_TICKS)

  return (
    <svg className={axis.drawing} height={HEIGHT_PX} aria-hidden="true">
      <Grid lines={grid} y={y} />
      {figures.map(({ id, tick, rubles, cash = 0 }, index) => {
        const { x, width } = barBox(index, figures.length, 0.64)
        return (
          <g key={id}>
            <rect
              className={id === best ? styles.best : styles.bar}
              x={`${x}%`}
              width={`${width}%`}
              y={y(rubles)}
              height={BOTTOM_PX - y(rubles)}
              rx="3"
            />
            {cash > 0 && (
              <rect
                className={styles.cash}
                x={`${x}%`}
                width={`${width}%`}
                y={y(rubles + cash)}
                height={y(rubles) - y(rubles + cash)}
                rx="3"
              />
            )}
            {/* The last bar always has a name, because it is the newest. */}
            {(figures.length - 1 - index) % every === 0 && (
              <text className={axis.label} x={`${x + width / 2}%`} y={HEIGHT_PX - 6} textAnchor="middle">
                {tick}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
