import type { Requirement } from '@portal/shared/manifest'
import { useEmployees } from '@portal/shared/session/restaurants'
import { restaurantSwitched } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import ForbiddenBanner from '../layouts/main/forbidden-banner.tsx'
import styles from './refusal.module.css'

/** Instead of a page that is not open at this restaurant: offers the restaurants where it is open to the user. */
export default function Refusal({ requirement }: { requirement: Requirement | undefined }) {
  const managed = useEmployees().filter((employee) => requirement === 'manager' && employee.manager)
  if (managed.length === 0) return <ForbiddenBanner />
  return (
    <Panel>
      <EmptyState
        icon="building"
        title="Этот раздел — в другом ресторане"
        text="Здесь вы не менеджер."
        action={
          <div className={styles.restaurants}>
            {managed.map((employee) => (
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
