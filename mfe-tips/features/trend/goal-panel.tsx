import { dayText } from '@portal/contracts/date-text'
import { goalPercent } from '@portal/contracts/goal-percent'
import type { GoalOutlook } from '@portal/contracts/trend'
import type { Elements } from '@portal/shared/elements'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import styles from './trend-bars.module.css'
import page from './trend-page.module.css'
import { goalState, inDays, paceBasis } from './wording.ts'

type GoalPanelProps = {
  goal: GoalOutlook | null
  today: string
  /** The user has several restaurants, and the goal is one for all. */
  isForAll: boolean
}

export function GoalPanel({ goal, today, isForAll }: GoalPanelProps) {
  if (goal === null) {
    return (
      <Panel title="Цель">
        <EmptyState
          icon="star"
          title="Цели пока нет"
          text="Назовите, на что копите, и здесь будет видно, когда это получится"
          action={
            <ButtonLink variant="secondary" to="/profile">
              Поставить цель
            </ButtonLink>
          }
        />
      </Panel>
    )
  }
  const percent = goalPercent(goal)
  return (
    <Panel
      title={`Цель: ${goal.name}`}
      action={
        <span className={page.goalAction}>
          <span>{`${percent}\u00A0%`}</span>
          <Link to="/profile" aria-label="Изменить цель">
            Изменить
          </Link>
        </span>
      }
    >
      {/* Hidden from screen readers: the percent and the sums are beside it. */}
      <svg className={styles.progress} height="8" aria-hidden="true">
        <rect className={styles.track} width="100%" height="8" rx="4" />
        <rect className={styles.done} width={`${percent}%`} height="8" rx="4" />
      </svg>
      <div className={page.words}>
        <p>
          <Amount rubles={goal.earned} size="text" />
          <span> из </span>
          <Amount rubles={goal.amount} size="text" />
          {goal.cash ? (
            <span>
              , из них наличными <Amount rubles={goal.cash} size="text" />
            </span>
          ) : null}
        </p>
        <Outlook goal={goal} today={today} isForAll={isForAll} />
      </div>
    </Panel>
  )
}

/** Tells when the goal is reached, and which days this is computed from. */
function Outlook({ goal, today, isForAll }: GoalPanelProps & { goal: GoalOutlook }) {
  const { left, pace, reached_on, since } = goal
  const stillLeft: Elements = (
    <span>
      Осталось <Amount rubles={left} size="text" />.{' '}
    </span>
  )
  const basis: Elements = pace && (
    <p className={page.basis}>
      В среднем <Amount rubles={Math.round(pace.average_day)} size="text" />
      <span>{` в день. ${paceBasis(pace, isForAll)}.`}</span>
    </p>
  )
  switch (goalState(goal, today)) {
    case 'reached':
      return <p>Цель достигнута, поздравляем! Новую можно поставить в личной карточке.</p>
    case 'ahead':
      return <p>{`Чаевые для неё считаются с\u00A0${dayText(since)}: тогда и назовём срок`}</p>
    case 'early':
      return (
        <p>
          {stillLeft}
          <span>Срок назовём, когда пройдёт неделя с первых чаевых: пока дней слишком мало.</span>
        </p>
      )
    case 'stopped':
      return (
        <p>
          {stillLeft}
          <span>{`${pace && paceBasis(pace, isForAll)}: чаевых за это время не было, поэтому срок не назвать.`}</span>
        </p>
      )
    case 'far':
      return (
        <>
          <p>
            {stillLeft}
            <span>Если чаевые будут такими же, на это уйдёт больше десяти лет.</span>
          </p>
          {basis}
        </>
      )
    default:
      return (
        <>
          <p>
            {stillLeft}
            <span>
              {`Если чаевые будут такими же, получится примерно к\u00A0${dayText(reached_on ?? today)}, ${inDays(reached_on ?? today, today)}.`}
            </span>
          </p>
          {basis}
        </>
      )
  }
}
