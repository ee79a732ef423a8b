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
  isOutdated,
}: {
  stats: TipsStats
  period: Period
  isOutdated: boolean
}) {
  const { total, count, previous } = stats
  const comparison = compareWithPrevious(period, stats)
  return (
    <div className={styles.statistics} data-dimmed={isOutdated || undefined} aria-busy={isOutdated}>
      <p className={styles.range}>{rangeText(stats)}</p>
      <p className={styles.total}>
        <Amount rubles={total} size="l" />
        {count > 0 && <span className={styles.guests}>{fromGuests(count)}</span>}
      </p>
      <p className={styles.comparison}>
        {comparison && <span>{comparison.rubles ? `${comparison.text} ` : comparison.text}</span>}
        {comparison?.rubles && <Amount rubles={comparison.rubles} size="text" />}
      </p>
      <div className={styles.chart}>
        {total === 0 && previous.total === 0 ? (
          <div className={styles.none}>
            <EmptyState title="За этот период чаевых не было" />
          </div>
        ) : (
          <TipsChart key={stats.from + stats.to} stats={stats} period={period} />
        )}
      </div>
    </div>
  )
}
