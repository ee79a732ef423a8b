import type { AutoWithdrawal, AutoWithdrawalStop } from '@portal/contracts/auto-withdrawal'
import { DeclineReason } from '@portal/shared/order-details/decline-reason'
import { Notice } from '@portal/shared/ui/notice'
import { When } from '../../money-order/when.tsx'
import { feeChangedText, stopTexts } from './rule-text.ts'

/** Explains why the rule is off, above the form that turns it on again. */
export function StoppedRule({ rule, reason }: { rule: AutoWithdrawal; reason: AutoWithdrawalStop }) {
  const { stopped, last_payout: payout } = rule
  return (
    <Notice
      tone={reason === 'user' ? 'info' : 'error'}
      title={reason === 'user' ? 'Автовывод выключен' : 'Автовывод остановлен'}
    >
      {stopped && (
        <p>
          <When at={stopped.at} />
        </p>
      )}
      <p>{stopped?.fee_changed ? feeChangedText : stopTexts[reason]}</p>
      {reason === 'refused' && payout && <DeclineReason payout={payout} />}
    </Notice>
  )
}
