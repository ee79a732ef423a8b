import { ApiError } from '@portal/shared/http/api-error'
import { LoadError } from '@portal/shared/ui/load-error'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'

/** Loading and failure of the queries inside, once: skeleton, then content, or «Не удалось загрузить данные» with «Повторить». */
export function QueryBoundary({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ApiErrorBoundary onRetry={reset}>
          <Suspense fallback={skeleton}>{children}</Suspense>
        </ApiErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

class ApiErrorBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { error: unknown }> {
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
    return <LoadError onRetry={this.retry} />
  }
}
