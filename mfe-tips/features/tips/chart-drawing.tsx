import type { PointerEvent } from 'react'
import { barBox } from '../../chart/axis.ts'
import axis from '../../chart/chart.module.css'
import { Grid } from '../../chart/grid.tsx'
import { apart, barAt, type Chart, tickedDays } from './chart-geometry.ts'
import styles from './tips-chart.module.css'
import { formatTick } from './wording.ts'

const HEIGHT_PX = 192
/** Half a label above the top line; a line of dates below the bottom one. */
const TOP_PX = 8
const BOTTOM_PX = HEIGHT_PX - 28

type ChartDrawingProps = {
  chart: Chart
  picked: number | null
  /** Null if there is only one bar. */
  onPick: ((index: number | null) => void) | null
}

/**
 * Widths are percents and heights are pixels, so that the drawing fills any width without distorting its text. Hidden
 * from screen readers, which read the picker and the table instead.
 */
export function ChartDrawing({ chart: { bars: given, ahead, average, grid }, picked, onPick }: ChartDrawingProps) {
  const bars = given.length + ahead.length === 1 ? given.flatMap(apart) : given
  const days = [...bars.map(({ to }) => to), ...ahead]
  const slots = days.length
  const y = (rubles: number) => BOTTOM_PX - ((BOTTOM_PX - TOP_PX) * rubles) / (grid.at(-1) ?? 1)
  // Few bars carry a label each, under their middle; of many, some carry one that ends where the bar does.
  const [maxTicks, tickAnchor] = slots <= 7 ? [7, 'middle' as const] : [3, 'end' as const]

  function pickUnderPointer({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const slot = barAt((clientX - left) / width, slots)
    onPick?.(slot < bars.length ? slot : null)
  }

  return (
    <svg
      className={axis.drawing}
      height={HEIGHT_PX}
      aria-hidden="true"
      onPointerDown={pickUnderPointer}
      onPointerMove={pickUnderPointer}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPick?.(null)}
    >
      <Grid lines={grid} y={y} />
      {bars.map((bar, index) => (
        <g key={bar.from}>
          {index === picked && <Column {...barBox(index, slots, 1)} top={0} className={styles.picked} />}
          <Column {...barBox(index, slots, 0.76)} top={y(bar.previous)} className={styles.previous} />
          <Column {...barBox(index, slots, 0.44)} top={y(bar.amount)} className={styles.current} />
        </g>
      ))}
      {given.length > 1 && <line className={styles.average} x2="100%" y1={y(average)} y2={y(average)} />}
      {tickedDays(days, maxTicks).map(({ day, index }) => (
        <text
          key={day}
          className={axis.label}
          x={`${((index + (tickAnchor === 'middle' ? 0.5 : 1)) * 100) / slots}%`}
          y={HEIGHT_PX - 6}
          textAnchor={tickAnchor}
        >
          {formatTick(day, slots)}
        </text>
      ))}
    </svg>
  )
}

type ColumnProps = { x: number; width: number; top: number; className: string | undefined }

function Column({ x, width, top, className }: ColumnProps) {
  return <rect className={className} x={`${x}%`} width={`${width}%`} y={top} height={BOTTOM_PX - top} rx="3" />
}
