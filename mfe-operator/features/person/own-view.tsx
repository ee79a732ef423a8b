import { showUserForSupport } from '@portal/contracts/admin/support'
import { statusText } from '@portal/contracts/operation-texts'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useSuspenseQuery } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { List, ListRow } from '@portal/shared/ui/list'
import { formatZonedMoment } from '../../names.ts'

/** More are in the user's own list; callers ask about the newest. */
const SHOWN_OPERATIONS = 10

/** The money as the user sees it in the portal. */
export function OwnView({ id }: { id: string }) {
  const { data } = useSuspenseQuery(apiQuery(showUserForSupport, { params: { id } }))
  const { balance, operations } = data
  return (
    <>
      <Facts>
        <Fact name="Доступно к выводу">
          <Amount rubles={balance.balance} always />
        </Fact>
        <Fact name="К зачислению">
          <Amount rubles={balance.pending} always />
        </Fact>
      </Facts>
      {operations.length > 0 && (
        <List label="Последние операции">
          {operations.slice(0, SHOWN_OPERATIONS).map((operation) => (
            <ListRow
              key={operation.id}
              title={operation.title}
              subtitle={[
                formatZonedMoment(operation.created_at),
                operation.restaurant.name,
                statusText(operation),
              ].join(' · ')}
              trailing={
                <Amount
                  rubles={operation.amount}
                  direction={operation.direction}
                  void={operation.status === 'canceled'}
                  always
                />
              }
            />
          ))}
        </List>
      )}
    </>
  )
}
