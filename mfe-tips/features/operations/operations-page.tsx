import { listOperations } from '@portal/contracts/operation'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useRef } from 'react'
import { useShownFilter } from '../../use-shown-filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { NoOperations, ResultCount } from './filter-result.tsx'
import { OperationSheet } from './operation-sheet.tsx'
import { OperationSide } from './operation-side.tsx'
import { formatFilter, isFiltered, type OperationsFilter, parseFilter } from './operations-filter.ts'
import { OperationsList } from './operations-list.tsx'
import styles from './operations-page.module.css'
import { OperationsSkeleton } from './operations-skeleton.tsx'
import { useOperationDetails } from './use-operation-details.ts'

function OperationsPage() {
  const restId = useCurrentEmployee().restaurant.id
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseFilter(params)

  function applyFilter(next: OperationsFilter) {
    navigate({ search: formatFilter(next) }, { replace: true, preventScrollReset: true })
  }

  return (
    // With the key, one restaurant's money is never shown under another's name, not even dimmed.
    <div key={restId} className={styles.page}>
      <FilterBar restId={restId} filter={filter} onChange={applyFilter} />
      <QueryBoundary panel skeleton={<OperationsSkeleton />}>
        <Operations restId={restId} filter={filter} onReset={() => applyFilter({ page: 1 })} />
      </QueryBoundary>
    </div>
  )
}

export { OperationsPage as Component }

type OperationsProps = { restId: string; filter: OperationsFilter; onReset: () => void }

/** The list, and the details of one operation. While a new list loads, the last one stays visible, dimmed. */
function Operations({ restId, filter, onReset }: OperationsProps) {
  const { shownParams, isNewListLoading } = useShownFilter(formatFilter(filter))
  const shownFilter = parseFilter(shownParams)
  const { data } = useSuspenseQuery(operationsQuery(restId, shownFilter))
  const details = useOperationDetails(data.items, String(shownParams))
  const listRef = useRef<HTMLDivElement>(null)

  function focusSelectedRow() {
    const list = listRef.current
    // Not the page's link in the pager, which has the value "page". The row may have moved to the next page.
    const row =
      list?.querySelector<HTMLElement>('[aria-current="true"]') ?? list?.querySelector<HTMLElement>('li button')
    row?.focus()
  }

  return (
    <div
      className={styles.operations}
      data-beside={details.side !== undefined || undefined}
      data-dimmed={isNewListLoading || undefined}
      aria-busy={isNewListLoading}
    >
      <div className={styles.list} ref={listRef}>
        {isFiltered(shownFilter) && <ResultCount total={data.total} hasUnsearched={data.has_unsearched === true} />}
        {data.items.length > 0 ? (
          <OperationsList
            operations={data.items}
            dayTotals={data.day_totals}
            selectedId={details.selectedId}
            onOpen={details.open}
          />
        ) : (
          <NoOperations filter={shownFilter} total={data.total} onReset={onReset} />
        )}
        <Pager
          page={shownFilter.page}
          pages={data.pages}
          to={(page) => `/billing${formatFilter({ ...shownFilter, page, asOf: data.as_of })}`}
        />
      </div>
      {details.side ? (
        <OperationSide operation={details.side} ref={details.sideRef} onLeave={focusSelectedRow} />
      ) : (
        <OperationSheet operation={details.sheet} onClose={details.close} />
      )}
    </div>
  )
}

/** `asOf` names the list as it was when its first page was read, so that new operations do not move its pages. */
function operationsQuery(restId: string, { asOf, ...filter }: OperationsFilter) {
  return apiQuery(listOperations, { query: { restId, ...filter, ...(asOf && { as_of: asOf }) } })
}
