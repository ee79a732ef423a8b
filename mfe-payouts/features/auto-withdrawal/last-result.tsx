import type { AutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { isInReview, reviewNotes, statusText } from '@portal/shared/order-details/payout-status'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { When } from '../../money-order/when.tsx'
import styles from './auto-withdrawal.module.css'

const waitTexts = {
  limit: 'лимит или число выводов с общей комиссией были исчерпаны',
  below_minimum: 'на балансе было меньше минимума',
}

/** The result of the newest run, and the payout before it if that run had nothing to withdraw. */
export function LastResult({ rule: { waited, keep, last_payout: payout } }: { rule: AutoWithdrawal }) {
  if (!waited && !payout) return <p className={styles.last}>Автовывод ещё ничего не вывел</p>
  return (
    <div className={styles.last} role="status">
      {waited && (
        <p>
          <When at={waited.at} />
          <span>{'\u00A0— ничего не вывели: '}</span>
          {waited.reason === 'below_minimum' && keep ? (
            <>
              <span>{'сверх '}</span>
              <Amount rubles={keep} size="text" />
              <span> </span>
            </>
          ) : null}
          <span>{`${waitTexts[waited.reason]}.`}</span>
        </p>
      )}
      {payout && (
        <>
          <p>
            Последний вывод: <When at={payout.created_at} isInSentence />, <Amount rubles={payout.amount} size="text" />
            <span>{`\u00A0— ${statusText(payout).toLowerCase()}`}</span>
          </p>
          <ButtonLink variant="secondary" size="s" to={`/out?payout=${encodeURIComponent(payout.id)}`}>
            Подробности
          </ButtonLink>
        </>
      )}
      {payout && isInReview(payout) && <p>{reviewNotes[payout.kind]}</p>}
    </div>
  )
}
