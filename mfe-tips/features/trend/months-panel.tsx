import type { TipsTrend } from '@portal/contracts/trend'
import { Amount } from '@portal/shared/ui/amount'
import { Panel } from '@portal/shared/ui/panel'
import { formatMonthTick, inMonth } from '../../month-names.ts'
import type { Figure } from './columns.tsx'
import { Figures } from './figures.tsx'
import styles from './trend-page.module.css'
import { ViewToggle } from './view-switch.tsx'
import { capitalized, compare, formatChange, formatMonth, formatMonthInTable, monthInGenitive } from './wording.ts'

type Month = TipsTrend['months'][number]

/** `trend` has one month at least. */
export function MonthsPanel({ trend: { months, this_month, today }, isTable }: { trend: TipsTrend; isTable: boolean }) {
  // What the bar or the row of a month shows: the table has no cash.
  const shown = ({ total, diary }: Month) => (isTable ? total : total + (diary?.cash ?? 0))
  const whole = months.slice(0, -1)
  const current = months.at(-1)
  const bestWhole =
    whole.filter((month) => shown(month) > 0).length > 1
      ? whole.reduce((a, b) => (shown(b) > shown(a) ? b : a))
      : undefined
  const isCurrentBest = bestWhole && current && shown(current) > shown(bestWhole)
  const best = isCurrentBest ? current : bestWhole
  const figures = months.map((month, index): Figure => {
    const before = months[index - 1]?.total ?? 0
    // A month that is not over is not compared with a whole one.
    const change = month === current ? '—' : formatChange(month.total, before)
    return {
      id: month.month,
      name: capitalized(formatMonthInTable(month.month, today)),
      tick: formatMonthTick(month.month),
      rubles: month.total,
      cash: month.diary?.cash,
      more: [change, month.days],
    }
  })
  return (
    <Panel title="Месяцы" action={<ViewToggle />}>
      <div className={styles.words}>
        <p>
          <ThisMonth month={this_month} before={whole.at(-1)} />
        </p>
        {isCurrentBest && <p>{`${capitalized(formatMonth(current.month, today))} уже лучший месяц!`}</p>}
        {bestWhole && !isCurrentBest && (
          <p>
            <span>{`Лучший месяц — ${formatMonth(bestWhole.month, today)}: `}</span>
            <Amount rubles={shown(bestWhole)} size="text" />
            {shown(bestWhole) > bestWhole.total && <span> вместе с наличными</span>}
          </p>
        )}
      </div>
      <Figures
        caption="Чаевые по месяцам"
        columns={['Месяц', 'Чаевые', 'Разница', 'Дней']}
        figures={figures}
        best={best?.month ?? null}
        isTable={isTable}
      />
      {!isTable && figures.some(({ cash }) => cash) && (
        <p className={styles.legend} data-series="cash">
          наличные, по вашим записям
        </p>
      )}
    </Panel>
  )
}

/** `before`: the last whole month; undefined if the first tips came this month. */
function ThisMonth({ month, before }: { month: TipsTrend['this_month']; before: Month | undefined }) {
  const { from, to, total, previous } = month
  if (from === to && before) {
    return (
      <>
        <span>{`${capitalized(formatMonth(from, to))} только начался. `}</span>
        {before.total > 0 ? (
          <span>
            <span>{`${capitalized(inMonth(before.month))} было `}</span>
            <Amount rubles={before.total} size="text" />.
          </span>
        ) : (
          <span>{`${capitalized(inMonth(before.month))} чаевых не было.`}</span>
        )}
      </>
    )
  }
  const sameDays = `за те же дни ${monthInGenitive(previous.from)}`
  const share = compare(total, previous.total)
  return (
    <>
      {total > 0 ? (
        <span>
          <span>{`${capitalized(inMonth(from))} пока `}</span>
          <Amount rubles={total} size="text" />
        </span>
      ) : (
        <span>{`${capitalized(inMonth(from))} чаевых пока не было`}</span>
      )}
      {!before ? (
        total > 0 && <span>. Это первый месяц с чаевыми, сравнивать пока не с чем.</span>
      ) : previous.total === 0 ? (
        total > 0 && <span>{`, а ${sameDays} чаевых не было`}</span>
      ) : (
        <span>
          <span>{share === null ? `, ${sameDays} — ` : `, ${share} ${sameDays}: тогда было `}</span>
          <Amount rubles={previous.total} size="text" />
        </span>
      )}
    </>
  )
}
