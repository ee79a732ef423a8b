import type { Employee } from '@portal/contracts/employee'
import { restaurantSwitched } from '@portal/shared/session/store'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import styles from './forbidden-banner.module.css'

export function ForbiddenBanner() {
  return (
    <Panel>
      <div role="alert">
        <EmptyState
          icon="alert"
          title="Доступ запрещен"
          text="У вас нет прав на этот раздел."
          action={
            <ButtonLink to="/" variant="secondary">
              На главную
            </ButtonLink>
          }
        />
      </div>
    </Panel>
  )
}

/** For a page that is open to the user at these restaurants, while another one is chosen. */
export function OtherRestaurants({ employees }: { employees: readonly Employee[] }) {
  return (
    <Panel>
      <EmptyState
        icon="building"
        title="Этот раздел — в другом ресторане"
        text="Здесь вы не менеджер."
        action={
          <div className={styles.restaurants}>
            {employees.map((employee) => (
              <Button key={employee.id} onClick={() => restaurantSwitched(employee)}>
                {`Перейти в «${employee.restaurant.name}»`}
              </Button>
            ))}
          </div>
        }
      />
    </Panel>
  )
}
