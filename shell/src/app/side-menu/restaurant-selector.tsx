import type { Employee } from '@portal/contracts/employee'
import { useEmployees, useSwitchRestaurant } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Dropdown } from '@portal/shared/ui/dropdown'

/** Shown to a user of several restaurants. */
export function RestaurantSelector() {
  const current = useCurrentEmployee()
  const switchTo = useSwitchRestaurant()
  const employees = useEmployees()
  if (employees.length < 2) return null

  function choose(id: string | null) {
    const employee = employees.find((one) => one.id === id)
    if (employee && employee.id !== current.id) switchTo(employee)
  }

  return (
    <Dropdown
      label="Ресторан"
      value={current.id}
      onChange={choose}
      options={employees.map((employee) => ({ value: employee.id, label: workplaceName(employee) }))}
    />
  )
}

/** «Берёзка», «Берёзка (вы здесь больше не работаете)» */
function workplaceName({ restaurant, is_former }: Employee): string {
  return is_former ? `${restaurant.name} (вы здесь больше не работаете)` : restaurant.name
}
