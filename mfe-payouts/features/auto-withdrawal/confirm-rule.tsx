import { getAutoWithdrawal, setAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { formatRubles } from '@portal/contracts/money-text'
import type { Fee } from '@portal/contracts/payout-fee'
import { listPayoutTerms } from '@portal/contracts/payout-method'
import type { Proof } from '@portal/contracts/proof'
import { CodeSheet } from '@portal/shared/confirm/code-sheet'
import { feeText } from '@portal/shared/format/fee-text'
import { scheduleText } from '@portal/shared/format/schedule-text'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { isOnWith, type RuleTerms } from './rule-draft.ts'
import { showRule } from './show-rule.ts'

const feeChanged = 'Комиссия изменилась. Проверьте новую.'

const errorTexts = {
  binding_blocked: 'Этот способ заблокирован. Вернитесь и выберите другой.',
  binding_unsupported: 'Из этого ресторана на эту карту больше вывести нельзя. Вернитесь и выберите другой способ.',
  quote_changed: feeChanged,
  not_found: 'Этого способа больше нет. Вернитесь и выберите другой.',
  limit_exceeded: 'Сумма больше дневного лимита. Вернитесь и уменьшите её.',
}

function isAboutFee(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'quote_changed'
}

type ConfirmRuleProps = {
  restId: string
  terms: RuleTerms
  /** The name of the method, and what each withdrawal to it costs. */
  title: string
  fee: Fee
  /** The automatic withdrawal is on, and only its terms change. */
  isOn: boolean
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** The code or the passkey confirms exactly these terms. */
export function ConfirmRule({ restId, terms, title, fee, isOn, open, onClose, onDone }: ConfirmRuleProps) {
  const client = useQueryClient()
  const kept = terms.keep ? `На балансе останется ${formatRubles(terms.keep)}. ` : ''

  /** The form has to show the new fee before it is confirmed. */
  function showNewFee() {
    onClose()
    toast(feeChanged)
    void invalidate(client, listPayoutTerms)
  }

  async function switchOn(proof: Proof) {
    const response = await call(setAutoWithdrawal, { params: { restId }, body: { ...terms, fee, ...proof } }).catch(
      async (cause: unknown) => {
        if (isAboutFee(cause)) {
          showNewFee()
          throw cause
        }
        // The response may be lost although the code was used.
        const stored = await call(getAutoWithdrawal, { params: { restId } }).catch(() => null)
        if (!stored || !isOnWith(stored.rule, terms)) throw cause
        return stored
      },
    )
    await showRule(client, restId, response)
    toast(isOn ? 'Автовывод изменён' : 'Автовывод включён')
    onClose()
    onDone()
  }

  return (
    <CodeSheet
      open={open}
      onClose={onClose}
      title={isOn ? 'Изменить автовывод?' : 'Включить автовывод?'}
      what={title}
      where={`${scheduleText(terms.schedule)}, не больше ${formatRubles(terms.day_limit)} в день. ${kept}${feeText(fee)}`}
      request={{ purpose: 'auto_withdrawal', rule: { ...terms, fee, rest_id: restId } }}
      onProof={switchOn}
      onRejected={(rejection) => isAboutFee(rejection) && showNewFee()}
      submitLabel={isOn ? 'Сохранить' : 'Включить'}
      errorTexts={errorTexts}
    />
  )
}
