import { getBalance, getTotalBalance } from '@portal/shared/contracts/balance'
import type { Employee } from '@portal/shared/contracts/employee'
import { apiQuery } from '@portal/shared/http/query'
import { useEmployees, useSwitchRestaurant } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Amount } from '@portal/shared/ui/amount'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { useSuspenseQuery } from '@tanstack/react-query'
import styles from './all-restaurants.module.css'

/** For those who work at several: what there is in all, and the way to each. */
export function AllRestaurants() {
  const { data: total } = useSuspenseQuery(apiQuery(getTotalBalance, {}))
  return (
    <Panel
      title="Все рестораны"
      action={
        <span>
          <span className="visually-hidden">Всего доступно </span>
          <Amount rubles={total.balance} />
        </span>
      }
    >
      <List>
        {useEmployees().map((employee) => (
          <Restaurant key={employee.id} employee={employee} />
        ))}
      </List>
    </Panel>
  )
}

function Restaurant({ employee }: { employee: Employee }) {
  const { id, name, bank } = employee.restaurant
  const { data } = useSuspenseQuery(apiQuery(getBalance, { params: { restId: id } }))
  const isCurrent = useCurrentEmployee().id === employee.id
  const switchTo = useSwitchRestaurant()
  return (
    <ListRow
      leading={
        <span className={styles.mark} data-current={isCurrent || undefined}>
          <Icon name={isCurrent ? 'check' : 'building'} />
        </span>
      }
      title={
        <span className={styles.line}>
          <span>{name}</span>
          <Amount rubles={data.balance} />
        </span>
      }
      subtitle={
        <span className={styles.line}>
          <span>
            {bank}
            {isCurrent && <span className="visually-hidden">, выбран</span>}
          </span>
          <span>
            в среднем <Amount rubles={data.avg_sum} size="text" />
          </span>
        </span>
      }
      onClick={isCurrent ? undefined : () => switchTo(employee)}
    />
  )
}
