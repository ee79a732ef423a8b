import { supportCode } from '@portal/shared/format/failure-text'
import { ApiError } from '@portal/shared/http/api-error'
import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'

/** Replaces content that could not be loaded. The layout says that there is no network (offline-banner.tsx). */
export function LoadError({ error, onRetry }: { error?: unknown; onRetry: () => void }) {
  const code = error instanceof ApiError ? supportCode(error) : undefined
  const isOnline = useOnline()
  return (
    <div role="alert">
      <EmptyState
        icon={isOnline ? 'alert' : 'offline'}
        title={isOnline ? 'Не удалось загрузить данные' : 'Здесь нужен интернет'}
        text={isOnline && code && `Код для поддержки: ${code}`}
        action={
          <Button variant="secondary" icon="retry" onClick={onRetry}>
            Повторить
          </Button>
        }
      />
    </div>
  )
}
