import { signOut } from '@portal/shared/session/sign-out'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Defect } from '../../routing/defect.tsx'
import { SignedInOnly } from '../../routing/guards.tsx'
import { EmptyFrame } from './empty-frame.tsx'

/** The frame itself cannot be rendered, as for a user without an employee. Signing out is still possible. */
export function MainLayoutError() {
  return (
    <SignedInOnly>
      <EmptyFrame>
        <Panel>
          <Defect />
          <Button variant="ghost" onClick={() => void signOut().catch(() => location.reload())}>
            Выход
          </Button>
        </Panel>
      </EmptyFrame>
    </SignedInOnly>
  )
}
