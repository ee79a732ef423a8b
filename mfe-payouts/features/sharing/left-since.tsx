import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'

type LeftSinceProps = {
  names: readonly string[]
  /** How much of 100 percent is left; null if the sum is not shared by percent. */
  percentLeft: number | null
  onClose: () => void
}

/** Shows colleagues of a template or an earlier visit who have left since. They get no part. */
export function LeftSince({ names, percentLeft, onClose }: LeftSinceProps) {
  if (names.length === 0) return null
  const known = names.filter((name) => name !== '')
  const who =
    known.length > 0 ? `Больше не в команде: ${known.join(', ')}.` : 'Кого-то из выбранных больше нет в команде.'
  return (
    <Notice tone="info" title="Команда изменилась">
      <p>{who + whatNow(percentLeft)}</p>
      <Button variant="secondary" size="s" onClick={onClose}>
        Понятно
      </Button>
    </Notice>
  )
}

/** Hours and equal parts are divided anew among those who remain. Percent stay as they were typed. */
function whatNow(percentLeft: number | null): string {
  if (percentLeft === null) return ' Доли уже пересчитаны.'
  return percentLeft > 0 ? ' Разделите оставшиеся проценты.' : ''
}
