import { ErrorBoundary } from '@portal/shared/error-boundary'
import { ApiError } from '@portal/shared/http/api-error'
import { EmptyState } from '@portal/shared/ui/empty-state'
import type { ReactNode } from 'react'

type NotFoundProps = {
  /** The text that replaces a missing resource: «Вывод не найден». */
  title: string
  action?: ReactNode
  children: ReactNode
}

/** Replaces a resource requested by an id that does not exist or is another user's, so that a retry cannot help. */
export function NotFound({ title, action, children }: NotFoundProps) {
  return (
    <ErrorBoundary handles={isMissing} fallback={() => <EmptyState icon="search" title={title} action={action} />}>
      {children}
    </ErrorBoundary>
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
