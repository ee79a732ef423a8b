import { cutText } from '@portal/contracts/characters'
import type { Operation } from '@portal/contracts/operation'
import { statusText } from '@portal/contracts/operation-texts'
import { formatDay, formatTime, toDay } from '@portal/shared/format/date'
import { Link } from '@portal/shared/router'
import { useToday } from '@portal/shared/session/today'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import type { ComponentProps } from 'react'
import { Stars } from '../../stars/stars.tsx'
import styles from './latest-tips.module.css'

export const LATEST_TIPS_COUNT = 5

/** Groups tips and shares by day: its name once, then the time, the stars or the colleague, and the comment. */
export function LatestTips({ operations }: { operations: readonly Operation[] }) {
  const today = useToday()
  const latest = operations.slice(0, LATEST_TIPS_COUNT)
  const hasShares = latest.some(isShare)
  const days = [...new Set(latest.map(({ created_at }) => toDay(created_at)))]
  return (
    <Panel
      title="Последние чаевые"
      action={
        <PanelLink
          to={hasShares ? '/billing' : '/billing?type=tip'}
          aria-label={hasShares ? 'Все операции' : 'Все чаевые'}
        >
          Все
        </PanelLink>
      }
    >
      {days.map((day) => (
        <div key={day} className={styles.tips} data-first={operations.length === 1 || undefined}>
          <h3 className={styles.day}>{formatDay(day, today)}</h3>
          <List>
            {latest
              .filter(({ created_at }) => toDay(created_at) === day)
              .map((operation) =>
                isShare(operation) ? (
                  <ShareRow key={operation.id} share={operation} />
                ) : (
                  <TipRow key={operation.id} tip={operation} />
                ),
              )}
          </List>
        </div>
      ))}
      <div className={styles.more}>
        <ButtonLink variant="secondary" to="/reviews">
          Отзывы гостей
        </ButtonLink>
        <ButtonLink variant="secondary" to="/billing?documents">
          Выписка
        </ButtonLink>
      </div>
    </Panel>
  )
}

/** The link at the end of a panel's title. */
export function PanelLink(link: ComponentProps<typeof Link>) {
  return <Link className={styles.link} {...link} />
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
      subtitle={tip.comment ? toExcerpt(tip.comment) : !tip.rating && 'Без комментария'}
      trailing={
        <>
          <Amount rubles={tip.amount} direction="in" />
          {tip.status === 'pending' && <StatusBadge tone="progress">{statusText(tip)}</StatusBadge>}
        </>
      }
    />
  )
}

function isShare({ type }: Operation): boolean {
  return type === 'transfer_in'
}

function ShareRow({ share: { title, comment, created_at, amount } }: { share: Operation }) {
  // `Перевод · Анна Смирнова`
  const colleague = title.split(' · ').slice(1).join(' ')
  return (
    <ListRow
      title={
        <span className={styles.first}>
          <span>{formatTime(created_at)}</span>
          <span className={styles.share}>от коллеги</span>
        </span>
      }
      subtitle={comment ? `${colleague}: ${toExcerpt(comment)}` : colleague}
      trailing={<Amount rubles={amount} direction="in" />}
    />
  )
}

/** The characters of a comment that are shown here; the operation's details have all of it. */
const MAX_EXCERPT_LENGTH = 90

function toExcerpt(words: string): string {
  return words.length > MAX_EXCERPT_LENGTH ? `${cutText(words, MAX_EXCERPT_LENGTH).replace(/\s+\S*$/, '')}…` : words
}
