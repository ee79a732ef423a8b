import type { Employee } from '@portal/contracts/employee'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import { restaurantSwitched, type Toast, toast, useSession } from '@portal/shared/session/store'

/** What the pages before sign-in hand to the portal, which is another document. */
type HandedOver = {
  userId: string | null
  /** The restaurant that the user has just been added to. */
  employee: Employee | null
  toasts: Pick<Toast, 'type' | 'text'>[]
}

const stored = storedObject<HandedOver>(sessionStore, 'chaevye:handed-over', (value) =>
  Array.isArray(value.toasts) ? (value as HandedOver) : null,
)

export function handOver(): void {
  const { user, currentEmployee, toasts } = useSession.getState()
  stored.write({ userId: user?.id ?? null, employee: currentEmployee, toasts: [...toasts] })
}

/** Returns the message once, so that a reload does not repeat it. */
export function takeOver(): void {
  const handedOver = stored.read()
  stored.remove()
  if (!handedOver || handedOver.userId !== (useSession.getState().user?.id ?? null)) return
  if (handedOver.employee) restaurantSwitched(handedOver.employee)
  for (const { text, type } of handedOver.toasts) toast(text, type)
}
