import type { Employee } from '@portal/contracts/employee'

/** «Берёзка», «Берёзка (вы здесь больше не работаете)» */
export function workplaceName({ restaurant, is_former }: Pick<Employee, 'restaurant' | 'is_former'>): string {
  return is_former ? `${restaurant.name} (вы здесь больше не работаете)` : restaurant.name
}
