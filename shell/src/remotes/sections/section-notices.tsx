import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { LoadError } from '@portal/shared/ui/load-error'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useHydrated } from '@portal/shared/use-hydrated'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './section-notices.module.css'

// What a section shows instead of a page that is loading, or has failed.

const SKELETON_MS = 4000

/** A skeleton for four seconds, and then what explains or replaces it. */
export function Waiting({ skeleton, late }: { skeleton: ReactNode; late: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, SKELETON_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? late : skeleton
}

/** Shown while the code of a page loads. The page's own skeleton follows. */
export function SectionSkeleton() {
  return (
    <div className={styles.section} aria-busy="true">
      <Panel>
        <div className={styles.lines}>
          <Skeleton width="40%" height={20} />
          <Skeleton width="65%" height={40} />
          <Skeleton height={52} radius={12} />
        </div>
      </Panel>
    </div>
  )
}

type RetryProps = { onRetry: () => void }

export function SectionLate({ onRetry }: RetryProps) {
  return (
    <SectionNotice
      title="Раздел загружается дольше обычного"
      text="Остальные разделы работают. Этот откроется сам, как только загрузится."
      onRetry={onRetry}
    />
  )
}

export function SectionFailure({ onRetry }: RetryProps) {
  if (!useOnline()) {
    return (
      <Panel>
        <LoadError onRetry={onRetry} />
      </Panel>
    )
  }
  return (
    <SectionNotice
      title="Раздел временно недоступен"
      text="Остальные разделы работают. Попробуйте ещё раз через минуту."
      onRetry={onRetry}
    />
  )
}

function SectionNotice({ title, text, onRetry }: RetryProps & { title: string; text: string }) {
  return (
    <Panel>
      <div role="alert">
        <EmptyState
          icon="alert"
          title={title}
          text={text}
          action={
            <Button variant="secondary" icon="retry" onClick={onRetry}>
              Повторить
            </Button>
          }
        />
      </div>
    </Panel>
  )
}

/** Shown above a section that the server has rendered, but whose code did not load. It can be read, but not used. */
export function SectionReadable({ onRetry }: RetryProps) {
  if (!useHydrated()) return null
  return (
    <div className={styles.readable}>
      <Notice tone="error" title="Раздел временно недоступен для изменений">
        Читать можно, но кнопки не работают. Остальные разделы работают.
      </Notice>
      <Button variant="secondary" icon="retry" onClick={onRetry}>
        Повторить
      </Button>
    </div>
  )
}
