import { listPayoutRecords } from '@portal/contracts/admin/payout'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { Chips } from '@portal/shared/ui/chips'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { OperatorPage } from '../../access/operator-page.tsx'
import { PanelWithData } from '../../panel-with-data.tsx'
import { PayoutList } from '../../payouts/payout-list.tsx'
import { isHeld } from '../../payouts/payout-texts.ts'

const views = [
  { value: 'stuck', label: 'Застряли' },
  { value: 'held', label: 'На проверке' },
  { value: 'proposed', label: 'С решением' },
  { value: 'all', label: 'Все' },
] as const

type View = (typeof views)[number]['value']

const queries = {
  stuck: { stuck: 'yes' },
  held: { status: 'pending', limit: 1_000 },
  proposed: { proposed: 'yes' },
  all: { limit: 100 },
} as const

const emptyTexts: Record<View, string> = {
  stuck: 'Все выводы идут вовремя',
  held: 'Ничего не придержано',
  proposed: 'Решений, которые ждут, нет',
  all: 'Выводов ещё не было',
}

function PayoutsPage() {
  const [search, setSearch] = useSearchParams()
  const view = views.find(({ value }) => value === search.get('view'))?.value ?? 'stuck'
  return (
    <OperatorPage>
      <Chips
        label="Что показать"
        value={view}
        options={views}
        onChange={(next) => setSearch(next === 'stuck' ? {} : { view: next }, { replace: true })}
      />
      <PanelWithData key={view} title={view === 'all' ? 'Последние сто' : 'Выводы и переводы'}>
        <Payouts view={view} />
      </PanelWithData>
    </OperatorPage>
  )
}

export { PayoutsPage as Component }

function Payouts({ view }: { view: View }) {
  const { data } = useSuspenseQuery(apiQuery(listPayoutRecords, { query: queries[view] }))
  const payouts = view === 'held' ? data.items.filter(isHeld) : data.items
  if (payouts.length === 0) return <EmptyState icon="check" title={emptyTexts[view]} />
  return <PayoutList payouts={payouts} />
}
