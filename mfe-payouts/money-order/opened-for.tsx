import type { Employee } from '@portal/contracts/employee'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'

/**
 * Money leaves the restaurant that a page was opened for, whatever is chosen elsewhere meanwhile; this shows a
 * difference.
 */
export function OpenedFor({ employee }: { employee: Employee }) {
  if (useCurrentEmployee().id === employee.id) return null
  return (
    <Notice tone="info">{`Эта страница открыта для ресторана «${employee.restaurant.name}»: деньги уйдут оттуда.`}</Notice>
  )
}
