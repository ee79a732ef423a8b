import { onOverloadWait } from '@portal/shared/http/overload'
import { toast, useSession } from '@portal/shared/session/store'

const lead = 'Сейчас много запросов.'

/** Says why nothing happens for some seconds: once, however many requests of the page wait. */
export function announceOverload(): () => void {
  return onOverloadWait((seconds) => {
    const isShown = useSession.getState().toasts.some(({ text }) => text.startsWith(lead))
    if (!isShown) toast(`${lead} Попробуем ещё раз через ${seconds} с.`, 'error')
  })
}
