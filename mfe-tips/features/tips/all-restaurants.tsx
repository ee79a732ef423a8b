import { type Balance, getBalance, getTotalBalance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useEmployees, useSwitchRestaurant } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Amount } from '@portal/shared/ui/amount'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './all-restaurants.module.css'

/** Shows a user of several restaurants the total and the way to each. */
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

/** Has its final height: the names are known before the sums. */
export function RestaurantsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title="Все рестораны" action={<Skeleton width={80} />}>
        <List>
          {useEmployees().map((employee) => (
            <RestaurantRow key={employee.id} employee={employee} />
          ))}
        </List>
      </Panel>
    </div>
  )
}

function Restaurant({ employee }: { employee: Employee }) {
  const { data } = useSuspenseQuery(apiQuery(getBalance, { params: { restId: employee.restaurant.id } }))
  const isCurrent = useCurrentEmployee().id === employee.id
  const switchTo = useSwitchRestaurant()
  return (
    <RestaurantRow
      employee={employee}
      balance={data}
      isCurrent={isCurrent}
      onClick={isCurrent ? undefined : () => switchTo(employee)}
    />
  )
}

type RestaurantRowProps = {
  employee: Employee
  /** Undefined while it loads. */
  balance?: Balance
  isCurrent?: boolean
  onClick?: (() => void) | undefined
}

function RestaurantRow({ employee: { restaurant, is_former }, balance, isCurrent, onClick }: RestaurantRowProps) {
  return (
    <ListRow
      leading={
        <span className={styles.mark} data-current={isCurrent || undefined}>
          <Icon name={isCurrent ? 'check' : 'building'} />
        </span>
      }
      title={
        <span className={styles.line}>
          <span>{restaurant.name}</span>
          {balance ? <Amount rubles={balance.balance} /> : <Skeleton width={72} height="1.45em" />}
        </span>
      }
      subtitle={
        <span className={is_former ? undefined : styles.line}>
          <span>
            <NoBreak>{is_former ? 'Вы здесь больше не работаете' : restaurant.bank}</NoBreak>
            {isCurrent && <span className="visually-hidden">, выбран</span>}
          </span>
          {!is_former && balance && (
            <span>
              в среднем <Amount rubles={Math.round(balance.avg_sum)} size="text" />
            </span>
          )}
          {!is_former && !balance && <Skeleton width={96} height="1.45em" />}
        </span>
      }
      onClick={onClick}
    />
  )
}
