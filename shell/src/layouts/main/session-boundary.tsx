import { ApiError } from '@portal/shared/http/api-error'
import { LoadError } from '@portal/shared/ui/load-error'
import { Panel } from '@portal/shared/ui/panel'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionQuery } from '../../session/load-session.ts'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'

/** Draws its children once user, employees and balances are there. */
export function SessionBoundary({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  if (data) return children
  // 401 is on its way to the login page.
  if (!error || (error instanceof ApiError && error.status === 401)) return loading
  return (
    <Frame menu={null} header={<FrameHeading />}>
      <Panel>
        <LoadError onRetry={() => void refetch()} />
      </Panel>
    </Frame>
  )
}
