import { listOperations, type Operation } from '@portal/contracts/operation'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useMinWidth } from '@portal/shared/use-min-width'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { FilterBar } from './filter-bar.tsx'
import { NoOperations, ResultCount } from './filter-result.tsx'
import { OperationSheet } from './operation-sheet.tsx'
import { OperationSide } from './operation-side.tsx'
import { formatSearch, isFiltered, type OperationsFilter, parseFilter } from './operations-filter.ts'
import { OperationsList } from './operations-list.tsx'
import styles from './operations-page.module.css'
import { OperationsSkeleton } from './operations-skeleton.tsx'

function OperationsPage() {
  const restId = useCurrentEmployee().restaurant.id
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseFilter(search)

  function apply(changed: OperationsFilter) {
    navigate({ search: formatSearch(changed) }, { replace: true, preventScrollReset: true })
  }

  return (
    // With the key, one restaurant's money is never shown under another's name, not even dimmed.
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
  const layout = useLayout()
  const [opened, setOpened] = useState<{ id: string; isByKeyboard: boolean } | null>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const sideRef = useRef<HTMLElement>(null)

  const openedOperation = data.items.find(({ id }) => id === opened?.id)
  const details = detailsToShow(layout, data.items, openedOperation)

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
      data-beside={details.side ? '' : undefined}
      data-dimmed={isNewListLoading ? '' : undefined}
      aria-busy={isNewListLoading}
    >
      <div className={styles.list} ref={listRef}>
        {isFiltered(shownFilter) && <ResultCount total={data.total} hasUnsearched={data.has_unsearched === true} />}
        {data.items.length > 0 ? (
          <OperationsList
            operations={data.items}
            dayTotals={data.day_totals}
            selectedId={details.selectedId}
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
      {details.side ? (
        <OperationSide operation={details.side} ref={sideRef} onLeave={focusSelectedRow} />
      ) : (
        <OperationSheet operation={details.sheet} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

type Details = { side?: Operation; sheet?: Operation; selectedId?: string }

/** Decides which operation has its details beside the list, which in a sheet over it, and which row is selected. */
function detailsToShow(layout: Layout, operations: readonly Operation[], opened: Operation | undefined): Details {
  // Beside the list there are always details: those of the first operation until the user opens another.
  const side = opened ?? operations[0]
  switch (layout) {
    case 'side':
      return side ? { side, selectedId: side.id } : {}
    case 'sheet':
      return opened ? { sheet: opened } : {}
    // The HTML of the server is for every width. Its details are hidden in a narrow window, so no row is selected.
    case 'unknown':
      return side ? { side } : {}
  }
}

/** `asOf` names the list as it was when its first page was read, so that new operations do not move its pages. */
function operationsQuery(restId: string, { asOf, ...filter }: OperationsFilter) {
  return apiQuery(listOperations, { query: { restId, ...filter, ...(asOf && { as_of: asOf }) } })
}

/**
 * Returns the filter of the list to show, which is the former one while the list for a new filter loads. The address is
 * deferred and not the filter, because `useDeferredValue` compares by identity.
 */
function useShownFilter(filter: OperationsFilter) {
  const search = formatSearch(filter)
  const shownSearch = useDeferredValue(search)
  return { shownFilter: parseFilter(new URLSearchParams(shownSearch)), isNewListLoading: shownSearch !== search }
}

/** The width from which the details are beside the list, as in operations-page.module.css. */
const SIDE_MIN_WIDTH_PX = 1100

/** Where details open. The server does not know the width of the window. */
type Layout = 'side' | 'sheet' | 'unknown'

function useLayout(): Layout {
  const isWide = useMinWidth(SIDE_MIN_WIDTH_PX)
  if (isWide === undefined) return 'unknown'
  return isWide ? 'side' : 'sheet'
}
