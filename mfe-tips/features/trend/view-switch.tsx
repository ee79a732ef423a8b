import { useSearchParams } from '@portal/shared/router'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
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

/** Charts or tables, for everybody; for those who have several restaurants, the chosen one or all. */
export function ViewSwitch() {
  const [search, setSearch] = useSearchParams()
  const { name } = useCurrentEmployee().restaurant
  const hasSeveral = useEmployees().length > 1
  const view = parseView(search)
  const show = (changed: Partial<View>) =>
    setSearch(formatSearch({ ...view, ...changed }), { replace: true, preventScrollReset: true })
  return (
    <div className={styles.switches}>
      <Segmented
        label="Вид"
        value={view.isTable ? 'table' : 'chart'}
        onChange={(value) => show({ isTable: value === 'table' })}
        options={[
          { value: 'chart', label: 'Графиком' },
          { value: 'table', label: 'Таблицей' },
        ]}
      />
      {hasSeveral && (
        <Segmented
          label="Рестораны"
          value={view.isForAll ? 'all' : 'one'}
          onChange={(value) => show({ isForAll: value === 'all' })}
          options={[
            { value: 'one', label: name },
            { value: 'all', label: 'Все рестораны' },
          ]}
        />
      )}
    </div>
  )
}
