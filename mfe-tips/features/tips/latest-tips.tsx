import { cutText } from '@portal/contracts/characters'
import type { Operation } from '@portal/contracts/operation'
import { statusText } from '@portal/contracts/operation-texts'
import { formatDay, formatTime, toDay } from '@portal/shared/format/date'
import { useToday } from '@portal/shared/session/today'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { Stars } from '../../stars/stars.tsx'
import styles from './latest-tips.module.css'
import { PanelLink } from './panel-link.tsx'

export const LATEST_TIPS_COUNT = 5

/** Groups tips by day: its name once, then the time, the stars and the beginning of the comment of each tip. */
export function LatestTips({ tips }: { tips: readonly Operation[] }) {
  const today = useToday()
  const latest = tips.slice(0, LATEST_TIPS_COUNT)
  const days = [...new Set(latest.map(({ created_at }) => toDay(created_at)))]
  return (
    <Panel
      title="Последние чаевые"
      action={
        <PanelLink to="/billing?type=tip" aria-label="Все чаевые">
          Все
        </PanelLink>
      }
    >
      {days.map((day) => (
        <div key={day} className={styles.tips} data-first={tips.length === 1 || undefined}>
          <h3 className={styles.day}>{formatDay(day, today)}</h3>
          <List>
            {latest
              .filter(({ created_at }) => toDay(created_at) === day)
              .map((tip) => (
                <TipRow key={tip.id} tip={tip} />
              ))}
          </List>
        </div>
      ))}
      <ButtonLink variant="secondary" full icon="star" to="/reviews">
        Отзывы гостей
      </ButtonLink>
    </Panel>
  )
}

function TipRow({ tip }: { tip: Operation }) {
  return (
    <ListRow
      title={
        <span className={styles.first}>
          <span>{formatTime(tip.created_at)}</span>
          {tip.rating && <Stars rating={tip.rating} />}
        </span>
      }
      subtitle={tip.comment ? toExcerpt(tip.comment) : !tip.rating && 'Без отзыва'}
      trailing={
        <>
          <Amount rubles={tip.amount} direction="in" />
          {tip.status === 'pending' && <StatusBadge tone="progress">{statusText(tip)}</StatusBadge>}
        </>
      }
    />
  )
}

/** The characters of a comment that are shown here; the operation's details have all of it. */
const MAX_EXCERPT_LENGTH = 90

function toExcerpt(words: string): string {
  return words.length > MAX_EXCERPT_LENGTH ? `${cutText(words, MAX_EXCERPT_LENGTH).replace(/\s+\S*$/, '')}…` : words
}
