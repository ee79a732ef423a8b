import { listRestaurants } from '@portal/contracts/admin/restaurant'
import { plural } from '@portal/shared/format/plural'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate } from '@portal/shared/router'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { OperatorPage } from '../../access/operator-page.tsx'
import { PanelWithData } from '../../panel-with-data.tsx'
import { RestaurantSheet } from '../../restaurants/restaurant-sheet.tsx'
import { useSheet } from '../../use-sheet.ts'

function RestaurantsPage() {
  return (
    <OperatorPage>
      <PanelWithData title="Рестораны">
        <Restaurants />
      </PanelWithData>
    </OperatorPage>
  )
}

export { RestaurantsPage as Component }

function Restaurants() {
  const { data } = useSuspenseQuery(apiQuery(listRestaurants, {}))
  const sheet = useSheet<null>()
  const navigate = useNavigate()
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState icon="building" title="Ресторанов ещё нет" />
      ) : (
        <List label="Рестораны">
          {data.items.map(({ id, name, bank, external_id, employees, closed_at }) => (
            <ListRow
              key={id}
              leading={<Icon name="building" />}
              title={<NoBreak>{name}</NoBreak>}
              subtitle={[bank, external_id, plural(employees, 'сотрудник', 'сотрудника', 'сотрудников')]
                .filter(Boolean)
                .join(' · ')}
              trailing={closed_at && <StatusBadge tone="neutral">Закрыт</StatusBadge>}
              to={`/operator/restaurants/${id}`}
            />
          ))}
        </List>
      )}
      <Button full icon="plus" onClick={() => sheet.show(null)}>
        Добавить ресторан
      </Button>
      <RestaurantSheet {...sheet} onAdded={({ id }) => navigate(`/operator/restaurants/${id}`)} />
    </>
  )
}
