import { useSession } from '@portal/shared/session/store'
import { CentredCardLayout } from '../layouts/centred-card/centred-card-layout.tsx'
import { MainLayout } from '../layouts/main/main-layout.tsx'

/** Is shown without signing in. */
export function NotFoundLayout() {
  const user = useSession((state) => state.user)
  return user ? <MainLayout /> : <CentredCardLayout />
}
