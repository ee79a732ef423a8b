import type { MoneyOrder } from '@portal/contracts/new-payout'
import { Notice } from '@portal/shared/ui/notice'
import { useEffect, useRef } from 'react'
import styles from './money-order-sheet.module.css'

type ConfirmAgainProps = {
  kind: MoneyOrder['kind']
  /** What has confirmed the order once. */
  first: 'code' | 'passkey'
  hasPasskey: boolean
}

/**
 * Shows why an order that was confirmed is to be confirmed once more. It names no signal: a thief would learn what to
 * avoid.
 */
export function ConfirmAgain({ kind, first, hasPasskey }: ConfirmAgainProps) {
  const reason = useRef<HTMLDivElement>(null)
  // The form of the code, which had the focus, is unmounted; the focus on the reason makes a screen reader announce it.
  useEffect(() => reason.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={reason} className={styles.again} tabIndex={-1}>
      <Notice tone="info">
        {`${kind === 'payout' ? 'Вывод не похож' : 'Перевод не похож'} на ваши обычные. Деньги пока на балансе. Подтвердите ещё раз ${formatConfirmation(first, hasPasskey)}: так мы узнаем, что это вы.`}
      </Notice>
    </div>
  )
}

function formatConfirmation(first: ConfirmAgainProps['first'], hasPasskey: boolean): string {
  if (first === 'passkey') return 'кодом из СМС'
  return hasPasskey ? 'ключом доступа или новым кодом' : 'новым кодом из СМС'
}
