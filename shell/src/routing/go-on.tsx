import { Navigate } from '@portal/shared/router'
import { Spinner } from '@portal/shared/ui/spinner'

/** Leaves a page before sign-in. Is shown until the next page is there, which takes a while where that is another document. */
export function GoOn({ to, state }: { to: string; state?: unknown }) {
  return (
    <>
      <Spinner label="Открываем страницу" />
      <Navigate to={to} state={state} replace />
    </>
  )
}
