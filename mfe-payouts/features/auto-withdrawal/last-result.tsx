import type { AutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { formatRubles } from '@portal/contracts/money-text'
import { isInReview, reviewNotes, statusText } from '@portal/shared/order-details/payout-status'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { When } from '../../money-order/when.tsx'
import styles from './auto-withdrawal.module.css'

function waitText(reason: 'below_minimum' | 'limit', keep = 0): string {
  if (reason === 'limit') return 'лимит был исчерпан'
  if (keep) return `сверх ${formatRubles(keep)} на балансе было меньше минимума`
  return 'на балансе было меньше минимума'
}

/** The result of the newest run, and the payout before it if that run had nothing to withdraw. */
export function LastResult({ rule: { waited, keep, last_payout: payout } }: { rule: AutoWithdrawal }) {
  if (!waited && !payout) return <p className={styles.last}>Автовывод ещё ничего не вывел</p>
  return (
    <div className={styles.last} role="status">
      {waited && (
        <p>
          <When at={waited.at} />
          <span>{`\u00A0— ничего не вывели: ${waitText(waited.reason, keep)}.`}</span>
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
