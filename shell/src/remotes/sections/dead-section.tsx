import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useHydrated } from '@portal/shared/use-hydrated'
import styles from './dead-section.module.css'

/**
 * Shown above a section that the server has rendered, but whose code did not load: it can be read, and does not
 * respond.
 */
export function DeadSection({ onRetry }: { onRetry: () => void }) {
  if (!useHydrated()) return null
  return (
    <div className={styles.notice}>
      <Notice tone="error" title="Раздел временно недоступен">
        Его можно прочитать, но кнопки не работают. Остальные разделы работают.
      </Notice>
      <Button variant="secondary" icon="retry" onClick={onRetry}>
        Повторить
      </Button>
    </div>
  )
}
