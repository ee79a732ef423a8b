import { type EmployeeRecord, listStaff } from '@portal/contracts/admin/employee'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Avatar } from '@portal/shared/ui/avatar'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import styles from '../../operator.module.css'
import { useSheet } from '../../use-sheet.ts'
import { EmployeeSheet } from './employee-sheet.tsx'

/** The employees of a restaurant; those who were dismissed come last. */
export function Staff({ restaurantId }: { restaurantId: string }) {
  const { data } = useSuspenseQuery(apiQuery(listStaff, { params: { id: restaurantId } }))
  const sheet = useSheet<EmployeeRecord>()
  const sorted = [...data.items].sort((one, other) => Number(!!one.dismissed_at) - Number(!!other.dismissed_at))
  if (sorted.length === 0)
    return <EmptyState icon="people" title="Сотрудников ещё нет" text="Пригласите их или загрузите команду." />
  return (
    <>
      <List label="Сотрудники">
        {sorted.map((employee) => (
          <ListRow
            key={employee.id}
            leading={<Avatar name={employee.name} photoUrl={null} />}
            title={
              <span className={styles.name}>
                <NoBreak>{employee.name}</NoBreak>
                {employee.dismissed_at && <StatusBadge tone="neutral">Уволен</StatusBadge>}
                {employee.blocked_at && <StatusBadge tone="negative">Доступ закрыт</StatusBadge>}
              </span>
            }
            subtitle={details(employee)}
            hasChevron
            onClick={() => sheet.show(employee)}
          />
        ))}
      </List>
      <EmployeeSheet {...sheet} />
    </>
  )
}

function details({ default: isDefault, manager, phone_masked, external_id }: EmployeeRecord): string {
  const parts = [isDefault && 'основной', manager && 'менеджер', phone_masked, external_id && `код ${external_id}`]
  return parts.filter(Boolean).join(' · ')
}
