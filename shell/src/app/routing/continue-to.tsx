import { Navigate } from '@portal/shared/router'
import { Spinner } from '@portal/shared/ui/spinner'

/** Leaves a page before sign-in. The spinner stays until the next page is shown, which may be another document. */
export function ContinueTo({ to, state }: { to: string; state?: unknown }) {
  return (
    <>
      <Spinner label="Открываем страницу" />
      <Navigate to={to} state={state} replace />
    </>
  )
}
