import { toast, useSession } from '@portal/shared/session/store'

const lead = 'Сейчас много запросов.'

/** Shows why nothing happens for some seconds: once, however many requests of the page wait. */
export function announceOverload(seconds: number): void {
  const isShown = useSession.getState().toasts.some(({ text }) => text.startsWith(lead))
  if (!isShown) toast(`${lead} Попробуем ещё раз через ${seconds} с.`, 'error')
}
