import type { Employee } from '@portal/contracts/employee'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'

/**
 * Money leaves the restaurant that the page was opened for, even if another is chosen elsewhere meanwhile. This shows
 * the difference.
 */
export function OpenedFor({ employee }: { employee: Employee }) {
  if (useCurrentEmployee().id === employee.id) return null
  return (
    <Notice tone="info">{`Эта страница открыта для ресторана «${employee.restaurant.name}»: деньги уйдут оттуда.`}</Notice>
  )
}
