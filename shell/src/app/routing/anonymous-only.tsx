import { useSearchParams } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import type { ReactNode } from 'react'
import { backPath } from '../../session/back-path.ts'
import { useEntryState } from './entry-state.ts'
import { GoOn } from './go-on.tsx'

/** Sends a signed-in user on from the login page; this also happens right after signing in. */
export function AnonymousOnly({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user)
  const [search] = useSearchParams()
  const state = useEntryState()
  return user ? <GoOn to={backPath(search.get('back'))} state={state} /> : children
}
