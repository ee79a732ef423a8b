import type { Elements } from '@portal/shared/elements'
import { ErrorBoundary } from '@portal/shared/error-boundary'
import { ApiError } from '@portal/shared/http/api-error'
import { useLocation } from '@portal/shared/router'
import { accessForbidden } from '@portal/shared/session/state/events'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { useReveal } from '@portal/shared/use-reveal'
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react'

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

/** Offers a retry of a failed call. A retry does not fix a defect of the program, which the section shows. */
function ApiErrorBoundary({ visit, onRetry, panel, children }: ApiErrorBoundaryProps) {
  // A query that has failed before, as with a 403, would throw its old error instead of being fetched.
  useState(onRetry)
  return (
    <ErrorBoundary
      visit={visit}
      handles={isApiError}
      onError={showForbidden}
      onRetry={onRetry}
      fallback={(error, retry) => {
        const failure = <LoadError error={error} onRetry={retry} />
        return panel ? <Panel>{failure}</Panel> : failure
      }}
    >
      {children}
    </ErrorBoundary>
  )
}

function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** The shell ignores the failure of a call that began before this page was opened, since it may be another page's. */
function showForbidden(error: unknown): void {
  if (isApiError(error) && error.status === 403) accessForbidden()
}
