import { signOut } from '@portal/shared/session/sign-out'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Defect } from '../../routing/defect.tsx'
import { SignedInOnly } from '../../routing/guards.tsx'
import { EmptyLayout, LayoutSkeleton } from './empty-layout.tsx'
import { LoadedLayout } from './loaded-layout.tsx'
import { SessionBoundary } from './session-boundary.tsx'

/** Side menu, header and content. Shows a loading state until employees and balance have loaded. */
export function MainLayout() {
  return (
    <SignedInOnly>
      <SessionBoundary loading={<LayoutSkeleton />}>
        <LoadedLayout />
      </SessionBoundary>
    </SignedInOnly>
  )
}

/** The layout itself cannot be rendered, as for a user without an employee. Signing out is still possible. */
export function MainLayoutError() {
  return (
    <SignedInOnly>
      <EmptyLayout>
        <Panel>
          <Defect />
          <Button variant="ghost" onClick={() => void signOut().catch(() => location.reload())}>
            Выход
          </Button>
        </Panel>
      </EmptyLayout>
    </SignedInOnly>
  )
}
