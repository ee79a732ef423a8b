import { type AutoWithdrawal, stopAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { hourText } from '@portal/contracts/date-text'
import { failureText } from '@portal/shared/format/failure-text'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { useIsOver } from '@portal/shared/session/today'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useState } from 'react'
import { When } from '../../money-order/when.tsx'
import styles from './auto-withdrawal.module.css'
import { LastResult } from './last-result.tsx'
import { showRule } from './show-rule.ts'

type RuleStatusProps = { restaurant: { id: string; name: string }; rule: AutoWithdrawal; onChange: () => void }

/** Shows the active rule: what it does, when it runs next, and its last result. */
export function RuleStatus({ restaurant, rule, onChange }: RuleStatusProps) {
  const { schedule } = rule
  return (
    <Panel title="Автовывод" action={<StatusBadge tone="positive">Включён</StatusBadge>}>
      <div className={styles.status}>
        <Facts>
          <Fact name="Откуда">
            <NoBreak>{restaurant.name}</NoBreak>
          </Fact>
          <Fact name="Куда">
            <NoBreak>{rule.method_title}</NoBreak>
          </Fact>
          {schedule.kind === 'daily' ? (
            <Fact name="Когда">{`Каждый день в ${hourText(schedule.hour)}`}</Fact>
          ) : (
            <Fact name="Как только на балансе">
              <Amount rubles={schedule.amount} />
            </Fact>
          )}
          {rule.keep ? (
            <Fact name="Останется на балансе">
              <Amount rubles={rule.keep} />
            </Fact>
          ) : null}
          <Fact name="Не больше в день">
            <Amount rubles={rule.day_limit} />
          </Fact>
          {rule.next_run_at && (
            <Fact name="Следующий вывод">
              <NextRun at={rule.next_run_at} />
            </Fact>
          )}
        </Facts>
        <LastResult rule={rule} />
        <div className={styles.actions}>
          <Button full variant="secondary" onClick={onChange}>
            Изменить
          </Button>
          <SwitchOff restId={restaurant.id} />
        </div>
      </div>
    </Panel>
  )
}

function NextRun({ at }: { at: string }) {
  return useIsOver(at) ? <span>Вот-вот</span> : <When at={at} />
}

/** Turning it off requires no code. A second tap finds the rule already off. */
function SwitchOff({ restId }: { restId: string }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)

  async function switchOff() {
    setBusy(true)
    setFailure(null)
    try {
      const response = await call(stopAutoWithdrawal, { params: { restId } })
      await showRule(client, restId, response)
      toast('Автовывод выключен')
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setFailure(cause)
      setBusy(false)
    }
  }

  return (
    <>
      {failure && <Notice tone="error">{failureText(failure)}</Notice>}
      <Button full variant="danger-quiet" busy={busy} onClick={switchOff}>
        Выключить
      </Button>
    </>
  )
}
