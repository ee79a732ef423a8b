import { ErrorBoundary } from '@portal/shared/error-boundary'
import type { ReleaseName } from '@portal/shared/page-protocol'
import { useLocation } from '@portal/shared/router'
import { type ReactNode, useRef } from 'react'

type RouteErrorBoundaryProps = {
  fallback: ReactNode
  children: ReactNode
  /** Undefined if only code of the shell is below it. */
  releaseInside?: (() => ReleaseName | undefined) | undefined
}

/**
 * Shows `fallback` for an error below it until the next navigation. Before that it renders its children once more,
 * because the error may come from the cleanup of an effect in a page that was just left.
 */
export function RouteErrorBoundary({ fallback, children, releaseInside }: RouteErrorBoundaryProps) {
  const visit = useLocation().key
  const repeatedVisit = useRef<string>(undefined)

  function repeatOnce(_: unknown, retry: () => void) {
    if (repeatedVisit.current === visit) return
    repeatedVisit.current = visit
    retry()
  }

  return (
    <ErrorBoundary visit={visit} fallback={() => fallback} onError={repeatOnce} releaseInside={releaseInside}>
      {children}
    </ErrorBoundary>
  )
}
