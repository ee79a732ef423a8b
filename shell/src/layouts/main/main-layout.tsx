import { SignedInOnly } from '../../routing/guards.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { LoadedFrame } from './loaded-frame.tsx'
import { SessionBoundary } from './session-boundary.tsx'

/** Side menu, header, content. Shows loading until employees and balance are there. */
export function MainLayout() {
  return (
    <SignedInOnly>
      <SessionBoundary loading={<FrameSkeleton />}>
        <LoadedFrame />
      </SessionBoundary>
    </SignedInOnly>
  )
}
