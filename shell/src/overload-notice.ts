import { overloadReason } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { toast, useSession } from '@portal/shared/session/store'

/** Explains a wait of some seconds, once for all waiting requests of the page. */
export function announceOverload(seconds: number, { code }: Pick<ApiError, 'code'>): void {
  const reason = overloadReason(code)
  const isShown = useSession.getState().toasts.some(({ text }) => text.startsWith(reason))
  if (!isShown) toast(`${reason} Попробуем ещё раз через ${seconds}\u00A0с.`, 'error')
}
