import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { Component, type ReactNode } from 'react'
import type { BoundaryOfRelease } from './report-caught.ts'

type SectionBoundaryProps = BoundaryOfRelease & {
  visit: string
  onRetry: () => void
  onError: (error: unknown) => void
  /** Shown after a failure, instead of a notice. */
  fallback?: ReactNode
  children: ReactNode
}

/** Limits the failure of a remote that does not load, does not start or throws while it renders to its own section or slot. */
export class SectionBoundary extends Component<SectionBoundaryProps, { failed: boolean }> implements BoundaryOfRelease {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  releaseInside() {
    return this.props.releaseInside()
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  /** Every navigation is another try, be it to the page that is shown. */
  override componentDidUpdate({ visit }: SectionBoundaryProps) {
    if (visit !== this.props.visit && this.state.failed) this.props.onRetry()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback ?? <SectionFailure onRetry={this.props.onRetry} />
  }
}

function SectionFailure({ onRetry }: { onRetry: () => void }) {
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
