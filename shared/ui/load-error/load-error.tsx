import { supportCode } from '@portal/shared/format/support-code'
import { ApiError } from '@portal/shared/http/api-error'
import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'

type LoadErrorProps = { error?: unknown; onRetry: () => void; page?: string | undefined }

/**
 * Replaces content of the named page that could not be loaded. The layout says that there is no network
 * (offline-banner.tsx).
 */
export function LoadError({ error, onRetry, page }: LoadErrorProps) {
  const code = error instanceof ApiError ? supportCode(error) : undefined
  const isOnline = useOnline()
  const failure = page ? `${page}: не удалось загрузить данные` : 'Не удалось загрузить данные'
  return (
    <div role="alert">
      <EmptyState
        icon={isOnline ? 'alert' : 'offline'}
        title={isOnline ? failure : 'Здесь нужен интернет'}
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
