import { useSearchParams } from '@portal/shared/router'
import { Chips } from '@portal/shared/ui/chips'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { Comparison } from './comparison.tsx'
import { Graph } from './graph.tsx'
import { History } from './history.tsx'
import { Packages } from './packages.tsx'
import styles from './releases.module.css'

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

/** Two of the panels of a view. */
function PageSkeleton() {
  return ['first', 'second'].map((key) => (
    <Panel key={key}>
      <Skeleton width="40%" height={20} />
      <Skeleton width="70%" />
      <Skeleton height={96} radius="var(--radius-control)" />
    </Panel>
  ))
}
