import { formatRubles } from '@portal/contracts/money-text'
import type { TipsStats } from '@portal/contracts/tips'
import { Amount, useHiddenAmounts } from '@portal/shared/ui/amount'
import { useState } from 'react'
import { ChartDrawing } from './chart-drawing.tsx'
import { type Bar, type Chart, toChart } from './chart-geometry.ts'
import { ChartTable } from './chart-table.tsx'
import type { Period } from './period.ts'
import styles from './tips-chart.module.css'
import { aroundAmount, currentNames, formatPreviousDays, previousName } from './wording.ts'

/** Tips by day. Pointer, touch or arrow keys pick a day, which is then read out above the bars. */
export function TipsChart({ stats, period }: { stats: TipsStats; period: Period }) {
  // A week always has seven days, and a month that has just begun is not drawn as one wide bar.
  const chart = toChart(stats, period.name === 'week' || period.name === 'month' ? 7 : 1)
  const [picked, setPicked] = useState<number | null>(null)
  const last = chart.bars.length - 1
  const hasSeveralBars = last > 0
  const best = chart.bars.reduce((a, b) => (b.amount > a.amount ? b : a))
  const shown = chart.bars[picked ?? last] ?? best
  const before = previousName(period, stats.previous)
  const areAmountsHidden = useHiddenAmounts()

  return (
    <figure className={styles.chart}>
      <p className={styles.readout}>
        {picked !== null && <PickedBar bar={shown} period={period} />}
        {picked === null && hasSeveralBars && best.amount > 0 && (
          <span>
            Больше всего: <Readout bar={best} />
          </span>
        )}
      </p>
      <div className={styles.plot}>
        {hasSeveralBars && (
          // Arrow keys and screen readers; pointers go to the drawing.
          <input
            type="range"
            className={styles.picker}
            aria-label="День на графике"
            aria-valuetext={aroundAmount(shown).join(areAmountsHidden ? 'сумма скрыта' : formatRubles(shown.amount))}
            min={0}
            max={last}
            value={picked ?? last}
            onChange={({ target }) => setPicked(Number(target.value))}
            onFocus={() => setPicked((index) => index ?? last)}
            onBlur={() => setPicked(null)}
          />
        )}
        <ChartDrawing chart={chart} picked={picked} onPick={hasSeveralBars ? setPicked : null} />
      </div>
      <Legend chart={chart} current={currentNames[period.name]} previous={before} />
      <ChartTable chart={chart} previousName={before} />
    </figure>
  )
}

/** The bar that is picked, and the same days of the previous period. */
function PickedBar({ bar, period }: { bar: Bar; period: Period }) {
  return (
    <>
      <Readout bar={bar} />
      {bar.previousDays && (
        <span className={styles.before}>
          <span>{`${formatPreviousDays(period, bar.previousDays)} — `}</span>
          <Amount rubles={bar.previous} size="text" />
        </span>
      )}
    </>
  )
}

function Readout({ bar }: { bar: Bar }) {
  const [before, after] = aroundAmount(bar)
  return (
    <span>
      <span>{before}</span>
      <Amount rubles={bar.amount} size="text" />
      <span>{after}</span>
    </span>
  )
}

type LegendProps = { chart: Chart; current: string; previous: string }

function Legend({ chart, current, previous }: LegendProps) {
  return (
    <ul className={styles.legend}>
      <li data-series="current">{current}</li>
      <li data-series="previous">{previous}</li>
      {chart.bars.length > 1 && (
        <li data-series="average">
          <span>{chart.daysPerBar === 1 ? 'средний день ' : 'средняя неделя '}</span>
          <Amount rubles={Math.round(chart.average)} size="text" />
        </li>
      )}
    </ul>
  )
}
