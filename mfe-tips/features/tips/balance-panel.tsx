import { getBalance } from '@portal/shared/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { useSuspenseQuery } from '@tanstack/react-query'
import styles from './balance-panel.module.css'

export function BalancePanel({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(getBalance, { params: { restId } }))
  return (
    <Panel>
      <div className={styles.balance}>
        <dl className={styles.sums}>
          <div className={styles.main}>
            <dt>Доступно к выводу</dt>
            <dd>
              <Amount rubles={data.balance} size="xl" />
            </dd>
          </div>
          <div>
            <dt>Средние чаевые</dt>
            <dd>
              <Amount rubles={data.avg_sum} />
            </dd>
          </div>
          {data.pending > 0 && (
            <div>
              <dt>К зачислению</dt>
              <dd>
                <Amount rubles={data.pending} />
              </dd>
            </div>
          )}
        </dl>
        {data.balance > 0 ? <ButtonLink to="/out">Вывести</ButtonLink> : <NothingToWithdraw pending={data.pending} />}
      </div>
    </Panel>
  )
}

function NothingToWithdraw({ pending }: { pending: number }) {
  return (
    <div className={styles.withdraw}>
      <Button disabled aria-describedby="nothing-to-withdraw">
        Вывести
      </Button>
      <p id="nothing-to-withdraw" className={styles.reason}>
        {pending > 0 ? 'Чаевые ещё зачисляются: вывести их можно будет позже' : 'На балансе пока нет денег'}
      </p>
    </div>
  )
}
