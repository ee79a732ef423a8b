import { SignedInOnly } from '../../routing/guards.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { LoadedFrame } from './loaded-frame.tsx'
import { SessionBoundary } from './session-boundary.tsx'

/** Side menu, header and content. Shows a loading state until employees and balance have loaded. */
export function MainLayout() {
  return (
    <SignedInOnly>
      <SessionBoundary loading={<FrameSkeleton />}>
        <LoadedFrame />
      </SessionBoundary>
    </SignedInOnly>
  )
}
