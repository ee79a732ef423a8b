import type { Operation } from '@portal/shared/contracts/operation'
import { dayOf, formatDay, formatTime } from '@portal/shared/format/date'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import styles from './latest-tips.module.css'
import { Stars } from './stars.tsx'

export const latestTipsCount = 5

export function LatestTips({ tips }: { tips: readonly Operation[] }) {
  return (
    <Panel title="Последние чаевые" action={<AllTips />}>
      <List>
        {tips.slice(0, latestTipsCount).map((tip) => (
          <ListRow
            key={tip.id}
            title={`${formatDay(dayOf(tip.created_at))}, ${formatTime(tip.created_at)}`}
            subtitle={<Impression tip={tip} />}
            trailing={<Amount rubles={tip.amount} direction="in" />}
          />
        ))}
      </List>
    </Panel>
  )
}

function AllTips() {
  return (
    <Link className={styles.all} to="/billing?type=tip" aria-label="Все чаевые">
      Все
    </Link>
  )
}

/** What the guest left besides money. */
function Impression({ tip: { rating, comment, status } }: { tip: Operation }) {
  return (
    <span className={styles.impression}>
      {status === 'pending' && <span className={styles.pending}>К зачислению</span>}
      {rating && <Stars rating={rating} />}
      {comment ? <span className={styles.comment}>{comment}</span> : !rating && 'Без отзыва'}
    </span>
  )
}
