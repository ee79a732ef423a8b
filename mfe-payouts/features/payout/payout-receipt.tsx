import type { Payout } from '@portal/contracts/payout'
import { formatMoment, timeZoneName } from '@portal/shared/format/date'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { reasonTexts, statusText } from '../../money-order/payout-status.ts'
import { PayoutFacts } from './payout-facts.tsx'
import styles from './payout-receipt.module.css'

/** Visible only on paper: its stylesheet prints it instead of the page while it is mounted. */
export function PayoutReceipt({ payout }: { payout: Payout }) {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.receipt = ''
    return () => {
      delete dataset.receipt
    }
  }, [])

  return createPortal(
    <article className={styles.receipt} aria-hidden="true">
      <p className={styles.brand}>Чаевые</p>
      <h1>{`Квитанция о ${payout.kind === 'transfer' ? 'переводе' : 'выплате'} №\u00A0${payout.number}`}</h1>
      <p>
        <span>{statusText(payout)}</span>
        {payout.reason && payout.review !== 'rejected' && <span>{`. ${reasonTexts[payout.reason]}`}</span>}
      </p>
      <PayoutFacts payout={payout} always />
      <p>{`Заявка создана ${formatMoment(payout.created_at)}`}</p>
      {payout.completed_at && <p>{`Завершена ${formatMoment(payout.completed_at)}`}</p>}
      <p className={styles.small}>{`Часовой пояс: ${timeZoneName()}`}</p>
    </article>,
    document.body,
  )
}
