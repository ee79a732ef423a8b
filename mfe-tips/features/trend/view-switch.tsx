import { useSearchParams } from '@portal/shared/router'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Segmented } from '@portal/shared/ui/segmented'
import styles from './trend-page.module.css'

type View = { isForAll: boolean; isTable: boolean }

/** What the page's address says: `?of=all&view=table`. */
export function parseView(search: URLSearchParams): View {
  return { isForAll: search.get('of') === 'all', isTable: search.get('view') === 'table' }
}

function formatSearch({ isForAll, isTable }: View): Record<string, string> {
  return { ...(isForAll && { of: 'all' }), ...(isTable && { view: 'table' }) }
}

function useView(): View & { show: (changed: Partial<View>) => void } {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  return {
    ...view,
    show: (changed) => setSearch(formatSearch({ ...view, ...changed }), { replace: true, preventScrollReset: true }),
  }
}

/** Shows all charts of the page as tables, or the tables as charts again. */
export function ViewToggle() {
  const { isTable, show } = useView()
  return (
    <span className={styles.toggle}>
      <Button variant="ghost" size="s" flush="end" onClick={() => show({ isTable: !isTable })}>
        {isTable ? 'Графиком' : 'Таблицей'}
      </Button>
    </span>
  )
}

/** For those who have several restaurants, the chosen one or all. */
export function RestaurantsSwitch() {
  const { isForAll, show } = useView()
  const { name } = useCurrentEmployee().restaurant
  if (useEmployees().length < 2) return null
  return (
    <div className={styles.restaurants}>
      <Segmented
        label="Рестораны"
        value={isForAll ? 'all' : 'one'}
        onChange={(value) => show({ isForAll: value === 'all' })}
        options={[
          { value: 'one', label: name },
          { value: 'all', label: 'Все рестораны' },
        ]}
      />
    </div>
  )
}
