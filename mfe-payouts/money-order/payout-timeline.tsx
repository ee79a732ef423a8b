import type { Payout } from '@portal/contracts/payout'
import { formatMoment } from '@portal/shared/format/date'
import { isInFlight, isInReview, statusText } from './payout-status.ts'
import styles from './payout-timeline.module.css'

/** Shows the steps that the payout has completed, and the one that it waits for. */
export function PayoutTimeline({ payout }: { payout: Payout }) {
  return (
    <ol className={styles.timeline} aria-label={payout.kind === 'transfer' ? 'Ход перевода' : 'Ход вывода'}>
      {payout.timeline.map(({ status, at }, index) => (
        <li
          key={status}
          data-status={status}
          data-latest={index === payout.timeline.length - 1 ? (isInFlight(payout) ? 'running' : 'last') : undefined}
        >
          <p>{statusText({ ...payout, status })}</p>
          <time dateTime={at}>{formatMoment(at)}</time>
        </li>
      ))}
      {isInFlight(payout) && (
        <li data-status="awaited">
          <p>{statusText({ ...payout, status: 'succeeded' })}</p>
          <span>{isInReview(payout) ? 'Ожидаем решение поддержки' : 'Ожидаем ответ банка'}</span>
        </li>
      )}
    </ol>
  )
}
