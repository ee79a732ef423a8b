import { goalPercent } from '@portal/contracts/goal-percent'
import type { Goal } from '@portal/contracts/profile'
import { formatDay, toDay } from '@portal/shared/format/date'
import { MoneyField } from '@portal/shared/forms/money-field'
import { TextField } from '@portal/shared/forms/text-field'
import { useToday } from '@portal/shared/session/today'
import { Sparks } from '@portal/shared/sparks'
import { Amount } from '@portal/shared/ui/amount'
import { ProgressBar } from '../../progress-bar/progress-bar.tsx'
import styles from './goal-fields.module.css'

/** The fields of the savings goal, with the progress of the saved one above. */
export function GoalFields({ goal }: { goal: Goal | null }) {
  return (
    <>
      {goal && <GoalProgress goal={goal} />}
      <div className={styles.fields}>
        <TextField name="goal_name" label="На что копите" placeholder="Отпуск" />
        <MoneyField name="goal_amount" label="Сумма" />
      </div>
      {goal && <p className={styles.hint}>Чтобы убрать цель, очистите оба поля</p>}
    </>
  )
}

function GoalProgress({ goal }: { goal: Goal }) {
  const { name, amount, earned, cash, since } = goal
  const percent = goalPercent(goal)
  const today = useToday()
  return (
    <div className={styles.progress}>
      <p className={styles.heading}>
        <span className={styles.name}>{name}</span>
        <span>{`${percent}\u00A0%`}</span>
      </p>
      <ProgressBar max={100} value={percent} label={`Цель «${name}»`} />
      <p className={styles.hint}>
        <Amount rubles={earned} />
        <span> из </span>
        <Amount rubles={amount} />
        <span>{` · чаевые с\u00A0${dayInText(toDay(since), today)}`}</span>
        {cash ? (
          <span>
            , из них наличными <Amount rubles={cash} />
          </span>
        ) : null}
      </p>
      {percent === 100 && <GoalReached />}
    </div>
  )
}

function GoalReached() {
  return (
    <p className={styles.reached}>
      <svg className={styles.mark} viewBox="0 0 72 72" aria-hidden="true">
        <Sparks center={36} radius={35} />
        <circle cx="36" cy="36" r="35" />
        <path d="M23 37.5 32 46.5 50 27" />
      </svg>
      Цель достигнута! На что накопим дальше?
    </p>
  )
}

/** «Сегодня» stands at the start of a line elsewhere. */
function dayInText(day: string, today: string): string {
  const text = formatDay(day, today)
  return { Сегодня: 'сегодняшнего дня', Вчера: 'вчерашнего дня' }[text] ?? text
}
