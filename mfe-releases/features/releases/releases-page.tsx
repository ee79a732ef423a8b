import { useSearchParams } from '@portal/shared/router'
import { Chips } from '@portal/shared/ui/chips'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Comparison } from './comparison.tsx'
import { Graph } from './graph.tsx'
import { History } from './history.tsx'
import { Packages } from './packages.tsx'
import styles from './releases-page.module.css'
import { PageSkeleton } from './skeletons.tsx'

const views = [
  { value: 'live', label: 'Сейчас' },
  { value: 'history', label: 'Журнал' },
  { value: 'comparison', label: 'Сравнение' },
  { value: 'graph', label: 'Связи' },
] as const

type View = (typeof views)[number]['value']

const contents: Record<View, () => React.ReactNode> = {
  live: Packages,
  history: History,
  comparison: Comparison,
  graph: Graph,
}

function ReleasesPage() {
  const [search, setSearch] = useSearchParams()
  const view = views.find(({ value }) => value === search.get('view'))?.value ?? 'live'
  const Content = contents[view]
  return (
    <div className={styles.page}>
      <Chips
        label="Что показать"
        value={view}
        options={views}
        onChange={(next) => setSearch(next === 'live' ? {} : { view: next }, { replace: true })}
      />
      <QueryBoundary key={view} skeleton={<PageSkeleton />} panel>
        <Content />
      </QueryBoundary>
    </div>
  )
}

export { ReleasesPage as Component }
