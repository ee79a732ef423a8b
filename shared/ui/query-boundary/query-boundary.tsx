import { ApiError } from '@portal/shared/http/api-error'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'

type QueryBoundaryProps = {
  skeleton: ReactNode
  children: ReactNode
  /** The children are panels: so is the failure. */
  panel?: boolean
}

/** Loading and failure of the queries inside, once: skeleton, then content, or «Не удалось загрузить данные» with «Повторить». */
export function QueryBoundary({ skeleton, children, panel = false }: QueryBoundaryProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ApiErrorBoundary onRetry={reset} panel={panel}>
          <Suspense fallback={skeleton}>{children}</Suspense>
        </ApiErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type ApiErrorBoundaryProps = { onRetry: () => void; panel: boolean; children: ReactNode }

class ApiErrorBoundary extends Component<ApiErrorBoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    // A defect of the program is not mended by asking again: it belongs to the section's own boundary.
    if (!((error as unknown) instanceof ApiError)) throw error
    const failure = <LoadError onRetry={this.retry} />
    return this.props.panel ? <Panel>{failure}</Panel> : failure
  }
}
