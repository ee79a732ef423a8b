import { rangeText } from '@portal/contracts/date-text'
import type { TipsStats } from '@portal/contracts/tips'
import { Amount } from '@portal/shared/ui/amount'
import { EmptyState } from '@portal/shared/ui/empty-state'
import type { Period } from './period.ts'
import { TipsChart } from './tips-chart.tsx'
import styles from './tips-statistics.module.css'
import { compareWithPrevious, fromGuests } from './wording.ts'

/**
 * The range is that of the figures, which may be older without a network. `isOutdated`: another period is still
 * loading.
 */
export function TipsStatistics({
  stats,
  period,
  today,
  isOutdated,
}: {
  stats: TipsStats
  period: Period
  today: string
  isOutdated: boolean
}) {
  const { total, count, previous, shares = 0 } = stats
  const comparison = compareWithPrevious(period, stats)
  return (
    <div className={styles.statistics} data-dimmed={isOutdated || undefined} aria-busy={isOutdated}>
      <p className={styles.range}>{rangeText(stats)}</p>
      <p className={styles.total}>
        <Amount rubles={total} size="l" />
        {count > 0 && <span className={styles.guests}>{fromGuests(count)}</span>}
      </p>
      {shares > 0 && (
        <p className={styles.shares}>
          и <Amount rubles={shares} size="text" /> от коллег
        </p>
      )}
      <p className={styles.comparison}>
        {comparison && <span>{comparison.rubles ? `${comparison.text} ` : comparison.text}</span>}
        {comparison?.rubles && <Amount rubles={comparison.rubles} size="text" />}
      </p>
      {stats.from !== stats.to && <Today stats={stats} today={today} />}
      <div className={styles.chart}>
        {total === 0 && previous.total === 0 ? (
          <div className={styles.none}>
            <EmptyState title={shares > 0 ? 'От гостей чаевых не было' : 'За этот период чаевых не было'} />
          </div>
        ) : (
          <TipsChart key={stats.from + stats.to} stats={stats} period={period} />
        )}
      </div>
    </div>
  )
}

/** The tips of today, which a longer period includes: the commonest question needs no tap. */
function Today({ stats, today }: { stats: TipsStats; today: string }) {
  const { days, shares = 0 } = stats
  const day = days.find(({ date }) => date === today)
  if (!day) return null
  // The shares of colleagues, which may be of today, are counted for the whole period only.
  if (day.count === 0)
    return <p className={styles.today}>{`Сегодня ${shares > 0 ? 'от гостей ' : ''}чаевых пока не было`}</p>
  return (
    <p className={styles.today}>
      Сегодня <Amount rubles={day.amount} size="text" /> <span>{fromGuests(day.count)}</span>
    </p>
  )
}
