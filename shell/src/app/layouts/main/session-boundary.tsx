import { ApiError } from '@portal/shared/http/api-error'
import { useLocation } from '@portal/shared/router'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { sessionQuery } from '../../../session/load-session.ts'
import { EmptyLayout } from './empty-layout.tsx'

const NoRestaurant = lazy(() => import('./no-restaurant.tsx'))

/** Draws its children once user, employees and balances are there. */
export function SessionBoundary({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(sessionQuery)
  const { key } = useLocation()
  const navigated = useEffectEvent(() => {
    if (error && !data) void refetch()
  })
  useEffect(() => {
    if (key) navigated()
  }, [key])
  if (data?.employees.length === 0) {
    return (
      <Suspense fallback={loading}>
        <NoRestaurant />
      </Suspense>
    )
  }
  if (data) return children
  // The login page or the lock is about to open.
  if (isFetching || !error || (error instanceof ApiError && [401, 423].includes(error.status))) return loading
  return (
    <EmptyLayout>
      <Panel>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Panel>
    </EmptyLayout>
  )
}
