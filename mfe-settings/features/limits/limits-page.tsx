import { getLimits, type OrderLimits } from '@portal/contracts/limits'
import { formatRubles } from '@portal/contracts/money-text'
import { formatMoment } from '@portal/shared/format/date'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Amount } from '@portal/shared/ui/amount'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { ProgressBar } from '../../progress-bar/progress-bar.tsx'
import styles from './limits-page.module.css'
import { LimitsSkeleton } from './limits-skeleton.tsx'

function LimitsPage() {
  const { id, name } = useCurrentEmployee().restaurant
  const restaurants = useEmployees().length
  return (
    <div className={styles.page} key={id}>
      {restaurants > 1 && (
        <p className={styles.where}>
          <NoBreak>{`Лимиты в ресторане «${name}»`}</NoBreak>
        </p>
      )}
      <QueryBoundary panel skeleton={<LimitsSkeleton />}>
        <Limits restId={id} />
      </QueryBoundary>
    </div>
  )
}

export { LimitsPage as Component }

function Limits({ restId }: { restId: string }) {
  const { payout, transfer } = useSuspenseQuery(apiQuery(getLimits, { params: { restId } })).data
  return (
    <>
      {payout.lowered && <Lowered {...payout.lowered} />}
      <LimitsPanel title="Вывод средств" limits={whileLowered(payout)} />
      {transfer && <LimitsPanel title="Перевод средств" limits={whileLowered(transfer)} />}
      <p className={styles.hint}>
        День и месяц — календарные, по времени ресторана. Отклонённые выводы и переводы не считаются.
      </p>
    </>
  )
}

/** The limits of now: what a lowered limit allows is the most that may leave in one order and in the day. */
function whileLowered({ max, day, lowered, ...limits }: OrderLimits): OrderLimits {
  if (!lowered) return { ...limits, max, day }
  return {
    ...limits,
    max: Math.min(max, lowered.limit),
    day: { limit: Math.min(day.limit, lowered.limit), left: Math.min(day.left, lowered.left) },
  }
}

function Lowered({ reason, until, left }: NonNullable<OrderLimits['lowered']>) {
  return (
    <Notice tone="info" title="Лимит временно снижен">
      <span>{`До ${formatMoment(until)} можно вывести и перевести ещё `}</span>
      <Amount rubles={left} />
      <span>{`: ${reason}`}</span>
    </Notice>
  )
}

function LimitsPanel({ title, limits: { min, max, day, month } }: { title: string; limits: OrderLimits }) {
  return (
    <Panel title={title}>
      <div className={styles.limits}>
        <p className={styles.row}>
          <span>За один раз</span>
          <b>
            <NoBreak>{`от ${formatRubles(min)} до ${formatRubles(max)}`}</NoBreak>
          </b>
        </p>
        <Period name="Сегодня" {...day} />
        <Period name="В этом месяце" {...month} />
      </div>
    </Panel>
  )
}

function Period({ name, limit, left }: { name: string; limit: number; left: number }) {
  return (
    <div className={styles.period}>
      <p className={styles.row}>
        <span>{name}</span>
        <b>
          <NoBreak>{`до ${formatRubles(limit)}`}</NoBreak>
        </b>
      </p>
      <ProgressBar max={limit} value={limit - left} label={`${name}: использовано`} tone={limitTone(limit, left)} />
      <p className={styles.hint}>
        {left > 0 ? (
          <span>
            Осталось <Amount rubles={left} size="text" />
          </span>
        ) : (
          'Лимит исчерпан'
        )}
      </p>
    </div>
  )
}

function limitTone(limit: number, left: number): 'negative' | 'progress' | undefined {
  if (left === 0) return 'negative'
  return left < limit / 10 ? 'progress' : undefined
}
