import { getBalance } from '@portal/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import { optionalPart } from '@portal/shared/optional-part'
import { useSuspenseQuery } from '@portal/shared/query'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Slot, slotHeights } from '@portal/shared/slot'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { type ReactNode, Suspense } from 'react'
import styles from './balance-panel.module.css'

const Debt = optionalPart(() => import('./debt.tsx'))

export function BalancePanel({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(getBalance, { params: { restId } }))
  const available = useAvailableName()
  const isDistributor = useCurrentEmployee().default
  return (
    <Panel>
      <div className={styles.balance}>
        <dl className={styles.sums}>
          <Sum isMain name={available}>
            <Amount rubles={data.balance} size="xl" />
          </Sum>
          <Sum name="Средние чаевые">
            <Amount rubles={Math.round(data.avg_sum)} />
          </Sum>
          {data.pending > 0 && (
            <Sum name="К зачислению">
              <Amount rubles={data.pending} />
            </Sum>
          )}
        </dl>
        {data.debt !== undefined && (
          <div className={styles.debt}>
            <Suspense>
              <Debt rubles={data.debt} />
            </Suspense>
          </div>
        )}
        <div className={styles.withdraw}>
          <Slot
            name="tips.actions"
            props={{ restId, balance: data.balance, pending: data.pending }}
            fallback={<Withdraw />}
          />
          {isDistributor && <Share />}
        </div>
      </div>
    </Panel>
  )
}

function Withdraw() {
  return (
    <ButtonLink full to="/out">
      Вывести
    </ButtonLink>
  )
}

/** Names the restaurant to a user of several, because the page shows the money of one. */
function useAvailableName(): string {
  const { restaurant } = useCurrentEmployee()
  return useEmployees().length > 1 ? `Доступно к выводу\u00A0· ${restaurant.name}` : 'Доступно к выводу'
}

/** The default employee holds the tips of the whole team. */
function Share() {
  return (
    <ButtonLink full variant="secondary" icon="people" to="/transfer/team?amount=all">
      Разделить чаевые
    </ButtonLink>
  )
}

export function BalanceSkeleton() {
  const available = useAvailableName()
  const isDistributor = useCurrentEmployee().default
  return (
    <div aria-hidden="true">
      <Panel>
        <div className={styles.balance}>
          <dl className={styles.sums}>
            <Sum isMain name={available}>
              <Skeleton width={200} height="calc(var(--text-hero) * 1.1)" />
            </Sum>
            <Sum name="Средние чаевые">
              <Skeleton width={80} height="1.45em" />
            </Sum>
          </dl>
          <div className={styles.withdraw}>
            <Skeleton height={slotHeights['tips.actions']} radius="var(--radius-control)" />
            {isDistributor && <Skeleton height={48} radius="var(--radius-control)" />}
          </div>
        </div>
      </Panel>
    </div>
  )
}

type SumProps = { name: string; isMain?: boolean; children: ReactNode }

function Sum({ name, isMain, children }: SumProps) {
  return (
    <div className={isMain ? styles.main : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
