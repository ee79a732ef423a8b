import type { Payout } from '@portal/contracts/payout'
import { formatMoment, formatTime } from '@portal/shared/format/date'
import { isInFlight, isInReview, statusText, useIsLate } from './payout-status.ts'
import styles from './payout-timeline.module.css'

/** Shows the steps that the payout has completed, and the one that it waits for. */
export function PayoutTimeline({ payout }: { payout: Payout }) {
  const isLate = useIsLate(payout)
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
          <span>{awaitedText(payout, isLate)}</span>
        </li>
      )}
    </ol>
  )
}

/** «Ждём до 20:20», and after that «Дольше обычного». */
function awaitedText(payout: Payout, isLate: boolean): string {
  if (isInReview(payout)) return 'Ждём решения поддержки'
  if (isLate) return 'Дольше обычного: ждём ответа банка. Деньги не потеряются'
  return payout.expected_at ? `Ждём до ${formatTime(payout.expected_at)}` : 'Ждём ответа банка'
}
