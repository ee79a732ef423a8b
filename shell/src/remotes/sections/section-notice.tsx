import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'

/** Replaces a section that failed. */
export function SectionFailure({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  if (!online) {
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

type SectionNoticeProps = { title: string; text: string; onRetry: () => void }

/** Replaces a section that could not be rendered. */
export function SectionNotice({ title, text, onRetry }: SectionNoticeProps) {
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
