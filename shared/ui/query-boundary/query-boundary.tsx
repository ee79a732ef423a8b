import type { Elements } from '@portal/shared/elements'
import { ApiError } from '@portal/shared/http/api-error'
import { useLocation } from '@portal/shared/router'
import { accessForbidden } from '@portal/shared/session/state/events'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { useReveal } from '@portal/shared/use-reveal'
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, useLayoutEffect } from 'react'

type QueryBoundaryProps = {
  skeleton: Elements
  children: ReactNode
  /** The children are panels, so a failure is shown in a panel too. */
  panel?: boolean
}

/**
 * Handles loading and failure of all queries inside: a skeleton, then the content, or «Не удалось загрузить данные»
 * with «Повторить». Every navigation tries again too, even to the page that is shown.
 */
export function QueryBoundary({ skeleton, children, panel = false }: QueryBoundaryProps) {
  const { key } = useLocation()
  const reveal = useReveal()
  const waiting = (
    <>
      <DataWatch onData={reveal} />
      {skeleton}
    </>
  )
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ApiErrorBoundary visit={key} onRetry={reset} panel={panel}>
          <Suspense fallback={waiting}>{children}</Suspense>
        </ApiErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/** Rendered beside the skeleton. Calls `onData` when a query has received data. */
function DataWatch({ onData }: { onData: () => void }) {
  const client = useQueryClient()
  useLayoutEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') onData()
      }),
    [client, onData],
  )
  return null
}

type ApiErrorBoundaryProps = { visit: string; onRetry: () => void; panel: boolean; children: ReactNode }

class ApiErrorBoundary extends Component<ApiErrorBoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  constructor(props: ApiErrorBoundaryProps) {
    super(props)
    // A query that has failed before, as with a 403, would throw its old error instead of being fetched.
    props.onRetry()
  }

  override componentDidUpdate({ visit }: ApiErrorBoundaryProps) {
    if (visit !== this.props.visit && this.state.error !== null) this.retry()
  }

  // The shell ignores the failure of a call that began before this page was opened,
  // since it may belong to another page.
  override componentDidCatch(error: unknown) {
    if (error instanceof ApiError && error.status === 403) accessForbidden()
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    // A retry does not fix a defect of the program: it belongs to the section's own boundary.
    if (!((error as unknown) instanceof ApiError)) throw error
    const failure = <LoadError error={error} onRetry={this.retry} />
    return this.props.panel ? <Panel>{failure}</Panel> : failure
  }
}
