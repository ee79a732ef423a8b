import { splitCharacters } from '@portal/contracts/characters'
import type { Employee } from '@portal/contracts/employee'
import { useEmployees, useSwitchRestaurant } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { Icon } from '@portal/shared/ui/icon'
import styles from './side-menu.module.css'

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
      options={employees.map((employee) => {
        const label = workplaceName(employee)
        const initial = splitCharacters(employee.restaurant.name)[0]?.toUpperCase()
        const content = (
          <span className={styles.workplace} title={label}>
            <Icon name="building" size={20} />
            <span className={styles.initial} data-initial={initial} aria-hidden="true" />
            <span className="hidden-in-rail">{label}</span>
          </span>
        )
        return { value: employee.id, label, content }
      })}
    />
  )
}

/** «Берёзка», «Берёзка (вы здесь больше не работаете)» */
function workplaceName({ restaurant, is_former }: Employee): string {
  return is_former ? `${restaurant.name} (вы здесь больше не работаете)` : restaurant.name
}
