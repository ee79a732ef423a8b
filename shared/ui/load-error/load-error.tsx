import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'

/** Replaces content that could not be loaded. */
export function LoadError({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  return (
    <div role="alert">
      <EmptyState
        icon={online ? 'alert' : 'offline'}
        title={online ? 'Не удалось загрузить данные' : 'Нет соединения с интернетом'}
        action={
          <Button variant="secondary" icon="retry" onClick={onRetry}>
            Повторить
          </Button>
        }
      />
    </div>
  )
}
