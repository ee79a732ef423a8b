import type { Elements } from '@portal/shared/elements'
import { ErrorBoundary } from '@portal/shared/error-boundary'
import { ApiError } from '@portal/shared/http/api-error'
import { useLocation, useMatches } from '@portal/shared/router'
import { accessForbidden } from '@portal/shared/session/state/events'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { useReveal } from '@portal/shared/use-reveal'
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense, useLayoutEffect, useReducer, useState } from 'react'

type QueryBoundaryProps = {
  skeleton: Elements
  children: ReactNode
  /** The children are panels, so a failure is shown in a panel too: one for all panels with the same cause. */
  panel?: boolean
}

/**
 * Handles loading and failure of all queries inside: a skeleton, then the content, or «Отзывы: не удалось
 * загрузить данные» with «Повторить». Every navigation tries again too, even to the page that is shown.
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
  const { title } = (useMatches().at(-1)?.handle ?? {}) as { title?: string }
  return (
    <ErrorBoundary
      visit={visit}
      handles={isApiError}
      onError={showForbidden}
      onRetry={onRetry}
      fallback={(error, retry) =>
        panel ? (
          <FailedPanel error={error} onRetry={retry} page={title} />
        ) : (
          <LoadError error={error} onRetry={retry} page={title} />
        )
      }
    >
      {children}
    </ErrorBoundary>
  )
}

type Failure = { cause: string; retry: () => void; render: () => void }

/** The panels of the page that could not be loaded, in the order of their failures. */
const failures = new Set<Failure>()

function renderFailures(): void {
  for (const { render } of failures) render()
}

/** Of panels that failed for the same cause only the first is shown. Its retry loads all of them. */
function FailedPanel({ error, onRetry, page }: ComponentProps<typeof LoadError>) {
  // The boundary handles no other errors.
  const { status, code } = error as ApiError
  const cause = `${status} ${code}`
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  useLayoutEffect(() => {
    const failure = { cause, retry: onRetry, render }
    failures.add(failure)
    renderFailures()
    return () => {
      failures.delete(failure)
      renderFailures()
    }
  }, [cause, onRetry])

  const alike = [...failures].filter((failure) => failure.cause === cause)
  if (alike[0] && alike[0].retry !== onRetry) return null
  function retryAll() {
    for (const { retry } of alike) retry()
  }
  return (
    <Panel>
      <LoadError error={error} onRetry={retryAll} page={page} />
    </Panel>
  )
}

function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** The shell ignores the failure of a call that began before this page was opened, since it may be another page's. */
function showForbidden(error: unknown): void {
  if (isApiError(error) && error.status === 403) accessForbidden()
}
