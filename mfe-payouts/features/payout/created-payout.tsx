import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useEffect, useRef } from 'react'
import styles from './created-payout.module.css'
import { useLivePayout } from './live-payout.ts'
import { isInFlight, statusTexts, statusTones } from './payout-status.ts'
import { PayoutTimeline } from './payout-timeline.tsx'

type CreatedPayoutProps = { payoutId: string; onDetails: (payoutId: string) => void; onRestart: () => void }

/** In place of the form: the payout that came of it, followed until it is over. */
export function CreatedPayout({ payoutId, onDetails, onRestart }: CreatedPayoutProps) {
  const payout = useLivePayout(payoutId)
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <Panel title={`Заявка № ${payout.number}`}>
      <div ref={heading} className={styles.result} tabIndex={-1}>
        <p className={styles.sum}>
          <Amount rubles={payout.amount} size="l" void={payout.status === 'canceled'} />
          <span>
            {payout.restaurant.name} → {payout.destination.title}
          </span>
        </p>
        <div role="status">
          <StatusBadge tone={statusTones[payout.status]}>{statusTexts[payout.status]}</StatusBadge>
        </div>
      </div>
      <PayoutTimeline payout={payout} />
      {isInFlight(payout) && <p className={styles.note}>Страницу можно закрыть: заявка выполнится сама.</p>}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onRestart}>
          Новый вывод
        </Button>
        <Button variant="secondary" onClick={() => onDetails(payout.id)}>
          Подробнее
        </Button>
      </div>
    </Panel>
  )
}
