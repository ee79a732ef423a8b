import { useSearchParams } from '@portal/shared/router'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Segmented } from '@portal/shared/ui/segmented'
import styles from './trend-page.module.css'

type View = { ofAll: boolean; asTable: boolean }

/** What the page's address says: `?of=all&view=table`. */
export function parseView(search: URLSearchParams): View {
  return { ofAll: search.get('of') === 'all', asTable: search.get('view') === 'table' }
}

function formatSearch({ ofAll, asTable }: View): Record<string, string> {
  return { ...(ofAll && { of: 'all' }), ...(asTable && { view: 'table' }) }
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
        value={view.asTable ? 'table' : 'chart'}
        onChange={(value) => show({ asTable: value === 'table' })}
        options={[
          { value: 'chart', label: 'Графиком' },
          { value: 'table', label: 'Таблицей' },
        ]}
      />
      {hasSeveral && (
        <Segmented
          label="Рестораны"
          value={view.ofAll ? 'all' : 'one'}
          onChange={(value) => show({ ofAll: value === 'all' })}
          options={[
            { value: 'one', label: name },
            { value: 'all', label: 'Все рестораны' },
          ]}
        />
      )}
    </div>
  )
}
