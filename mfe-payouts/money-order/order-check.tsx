import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Spinner } from '@portal/shared/ui/spinner'
import { useEffect, useEffectEvent } from 'react'
import type { MoneyOrderFlow } from './money-order.ts'
import styles from './money-order-sheet.module.css'

/** The response was lost: shows that the order is being searched for, and searches again once there is a connection. */
export function OrderCheck({ flow, isStalled }: { flow: MoneyOrderFlow; isStalled: boolean }) {
  const isOnline = useOnline()
  const onBackOnline = useEffectEvent(flow.recheck)
  useEffect(() => {
    if (isOnline) onBackOnline()
  }, [isOnline])

  if (!isStalled) {
    return (
      <div className={styles.progress} role="status">
        <Spinner size={20} label={null} />
        <p>Проверяем, отправлены ли деньги…</p>
      </div>
    )
  }
  return (
    <Notice tone="info" title={isOnline ? 'Портал не отвечает' : 'Нет соединения с интернетом'}>
      <p>Пока не знаем, отправлены ли деньги. Дважды они не спишутся.</p>
      <Button variant="secondary" size="s" icon="retry" disabled={!isOnline} onClick={flow.recheck}>
        Проверить ещё раз
      </Button>
    </Notice>
  )
}
