import type { TipsStats } from '@portal/shared/contracts/tips'
import { formatRubles } from '@portal/shared/format/money'
import { useState } from 'react'
import { ChartDrawing } from './chart-drawing.tsx'
import { chartOf } from './chart-geometry.ts'
import { ChartTable } from './chart-table.tsx'
import type { Period } from './period.ts'
import styles from './tips-chart.module.css'
import { formatReadout, howLongBefore, previousName } from './wording.ts'

/** Tips by day. Pointer, touch or arrow keys pick a day, which is then read out above the bars. */
export function TipsChart({ stats, period }: { stats: TipsStats; period: Period }) {
  const chart = chartOf(stats)
  const [picked, setPicked] = useState<number | null>(null)
  const last = chart.bars.length - 1
  const several = last > 0
  const best = chart.bars.reduce((a, b) => (b.amount > a.amount ? b : a))
  const shown = chart.bars[picked ?? last] ?? best
  const before = previousName(period)

  return (
    <figure className={styles.chart}>
      <p className={styles.readout}>
        {picked === null ? (
          several && best.amount > 0 && `Больше всего: ${formatReadout(best)}`
        ) : (
          <>
            {formatReadout(shown)}
            <span className={styles.before}>
              {howLongBefore(period)} — {formatRubles(shown.previous)}
            </span>
          </>
        )}
      </p>
      <div className={styles.plot}>
        {several && (
          // Arrow keys and screen readers; pointers go to the drawing.
          <input
            type="range"
            className={styles.picker}
            aria-label="День на графике"
            aria-valuetext={formatReadout(shown)}
            min={0}
            max={last}
            value={picked ?? last}
            onChange={({ target }) => setPicked(Number(target.value))}
            onFocus={() => setPicked((index) => index ?? last)}
            onBlur={() => setPicked(null)}
          />
        )}
        <ChartDrawing chart={chart} picked={picked} onPick={several ? setPicked : null} />
      </div>
      <ul className={styles.legend}>
        <li data-series="current">{period.name === 'today' ? 'сегодня' : 'этот период'}</li>
        <li data-series="previous">{before}</li>
        {several && (
          <li data-series="average">
            {chart.daysPerBar === 1 ? 'средний день' : 'средняя неделя'} {formatRubles(Math.round(chart.average))}
          </li>
        )}
      </ul>
      <ChartTable chart={chart} previousName={before} />
    </figure>
  )
}
