import { Amount } from '@portal/shared/ui/amount'
import { Notice } from '@portal/shared/ui/notice'
import type { ReactNode } from 'react'

/** What a guest took back after it was withdrawn. */
export default function Debt({ rubles }: { rubles: number }): ReactNode {
  return (
    <Notice tone="info">
      Долг <Amount rubles={rubles} />: чаевые, которые вы уже вывели, вернули гостю или исправили. Следующие чаевые
      сначала погасят его
    </Notice>
  )
}
