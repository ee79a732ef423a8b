import { listOperations } from '@portal/contracts/operation'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useMinWidth } from '@portal/shared/use-min-width'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { FilterBar } from './filter-bar.tsx'
import { NoOperations } from './no-operations.tsx'
import { OperationSheet } from './operation-sheet.tsx'
import { OperationSide } from './operation-side.tsx'
import { formatSearch, isFiltered, type OperationsFilter, parseFilter } from './operations-filter.ts'
import { OperationsList } from './operations-list.tsx'
import styles from './operations-page.module.css'
import { OperationsSkeleton } from './operations-skeleton.tsx'
import { ResultCount } from './result-count.tsx'

function OperationsPage() {
  const restId = useCurrentEmployee().restaurant.id
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseFilter(search)

  function apply(changed: OperationsFilter) {
    navigate({ search: formatSearch(changed) }, { replace: true, preventScrollReset: true })
  }

  return (
    // The key prevents that one restaurant's money is shown, even dimmed, under another's name.
    <div key={restId} className={styles.page}>
      <FilterBar restId={restId} filter={filter} onChange={apply} />
      <QueryBoundary panel skeleton={<OperationsSkeleton />}>
        <Operations restId={restId} filter={filter} onReset={() => apply({ page: 1 })} />
      </QueryBoundary>
    </div>
  )
}

export { OperationsPage as Component }

type OperationsProps = { restId: string; filter: OperationsFilter; onReset: () => void }

/** The list, and the details of one operation. While a new list loads, the last one stays visible, dimmed. */
function Operations({ restId, filter, onReset }: OperationsProps) {
  const { shownFilter, isNewListLoading } = useShownFilter(filter)
  const { data } = useSuspenseQuery(operationsQuery(restId, shownFilter))
  const layout = useDetailsLayout()
  const [opened, setOpened] = useState<{ id: string; isByKeyboard: boolean } | null>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const sideRef = useRef<HTMLElement>(null)

  // Beside the list, details are always shown: those of the first operation until the user opens another.
  const openedOperation = data.items.find(({ id }) => id === opened?.id)
  const sideOperation = layout === 'sheet' ? undefined : (openedOperation ?? data.items[0])

  // Memoized, so that choosing a filter does not render the old list again.
  const open = useCallback((id: string, isByKeyboard: boolean) => setOpened({ id, isByKeyboard }), [])
  useEffect(() => {
    if (opened?.isByKeyboard) sideRef.current?.focus()
  }, [opened])

  function focusSelectedRow() {
    listRef.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()
  }

  return (
    <div
      className={styles.operations}
      data-beside={sideOperation ? '' : undefined}
      data-dimmed={isNewListLoading ? '' : undefined}
      aria-busy={isNewListLoading}
    >
      <div className={styles.list} ref={listRef}>
        {isFiltered(shownFilter) && <ResultCount total={data.total} hasUnsearched={data.has_unsearched === true} />}
        {data.items.length > 0 ? (
          <OperationsList
            operations={data.items}
            dayTotals={data.day_totals}
            // Until the width is known, no row is selected: on a phone none ever is.
            selectedId={layout === 'side' ? sideOperation?.id : undefined}
            onOpen={open}
          />
        ) : (
          <NoOperations filter={shownFilter} total={data.total} onReset={onReset} />
        )}
        <Pager
          page={shownFilter.page}
          pages={data.pages}
          to={(page) => `/billing${formatSearch({ ...shownFilter, page, asOf: data.as_of })}`}
        />
      </div>
      {sideOperation ? (
        <OperationSide operation={sideOperation} ref={sideRef} onLeave={focusSelectedRow} />
      ) : (
        <OperationSheet operation={openedOperation} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

/** `asOf` names the list as it was when its first page was read, so that new operations do not move its pages. */
function operationsQuery(restId: string, { asOf, ...filter }: OperationsFilter) {
  return apiQuery(listOperations, { query: { restId, ...filter, ...(asOf && { as_of: asOf }) } })
}

/**
 * Returns the filter of the list to show: the former one while the list for a new filter loads. It is deferred as text,
 * because React compares by identity, and `parseFilter` returns a new object in each render.
 */
function useShownFilter(filter: OperationsFilter) {
  const search = formatSearch(filter)
  const shownSearch = useDeferredValue(search)
  return { shownFilter: parseFilter(new URLSearchParams(shownSearch)), isNewListLoading: shownSearch !== search }
}

/** The width from which the details are beside the list, as in operations-page.module.css. */
const SIDE_MIN_WIDTH_PX = 1100

/** Where details open: beside the list, or in a sheet over it. The server does not know the width of the window. */
function useDetailsLayout(): 'side' | 'sheet' | 'unknown' {
  const isWide = useMinWidth(SIDE_MIN_WIDTH_PX)
  if (isWide === undefined) return 'unknown'
  return isWide ? 'side' : 'sheet'
}
