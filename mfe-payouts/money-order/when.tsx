import { formatDay, toDay, withTime } from '@portal/shared/format/date'
import { useToday } from '@portal/shared/session/today'

type WhenProps = {
  at: string
  /** «сегодня» instead of «Сегодня». */
  isInSentence?: boolean
}

/** «Сегодня, 19:41», `20.11.2026, 19:41`. */
export function When({ at, isInSentence }: WhenProps) {
  const text = withTime(formatDay(toDay(at), useToday()), at)
  return <time dateTime={at}>{isInSentence ? text.toLowerCase() : text}</time>
}
