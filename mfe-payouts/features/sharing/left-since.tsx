import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'

/** Shows colleagues of a template or an earlier visit who have left since. They get no part. */
export function LeftSince({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  if (names.length === 0) return null
  const known = names.filter((name) => name !== '')
  return (
    <Notice tone="info" title="Команда изменилась">
      <p>
        {known.length > 0
          ? `Больше не в команде: ${known.join(', ')}. Доли уже пересчитаны.`
          : 'Кого-то из выбранных больше нет в команде. Доли уже пересчитаны.'}
      </p>
      <Button variant="secondary" size="s" onClick={onClose}>
        Понятно
      </Button>
    </Notice>
  )
}
