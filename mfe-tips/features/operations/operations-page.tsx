import { listOperations, type Operation, SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { plural } from '@portal/shared/format/plural'
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

function OperationsPage() {
  const restId = useCurrentEmployee().restaurant.id
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseFilter(search)

  function apply(changed: OperationsFilter) {
    navigate({ search: formatSearch(changed) }, { replace: true, preventScrollReset: true })
  }

  // Keyed by restaurant, so that one restaurant's money is never shown, not even dimmed, under another's name.
  return (
    <div className={styles.page} key={restId}>
      <FilterBar restId={restId} filter={filter} onChange={apply} />
      <QueryBoundary panel skeleton={<OperationsSkeleton />}>
        <Operations restId={restId} filter={filter} onReset={() => apply({ page: 1 })} />
      </QueryBoundary>
    </div>
  )
}

export { OperationsPage as Component }

type OperationsProps = { restId: string; filter: OperationsFilter; onReset: () => void }

/** The list and the details of one operation. While a new list loads, the last one stays visible, dimmed. */
function Operations({ restId, filter, onReset }: OperationsProps) {
  const { shownFilter, isLoadingNew } = useDeferredFilter(filter)
  const { data } = useSuspenseQuery(operationsQuery(restId, shownFilter))
  const { items, total } = data
  const { chosen, shownBeside, selectedId, choose, close, sideRef } = useDetails(items)
  const listRef = useRef<HTMLDivElement>(null)
  const pageAddress = (page: number) => `/billing${formatSearch({ ...shownFilter, page, asOf: data.as_of })}`

  function focusSelectedRow() {
    listRef.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()
  }

  return (
    <div
      className={styles.operations}
      data-beside={shownBeside !== undefined || undefined}
      data-dimmed={isLoadingNew || undefined}
      aria-busy={isLoadingNew}
    >
      <div className={styles.list} ref={listRef}>
        {isFiltered(shownFilter) && <ResultCount total={total} hasUnsearched={data.has_unsearched === true} />}
        {items.length > 0 ? (
          <OperationsList operations={items} dayTotals={data.day_totals} selectedId={selectedId} onOpen={choose} />
        ) : (
          <NoOperations filter={shownFilter} total={total} onReset={onReset} />
        )}
        <Pager page={shownFilter.page} pages={data.pages} to={pageAddress} />
      </div>
      {shownBeside ? (
        <OperationSide operation={shownBeside} ref={sideRef} onLeave={focusSelectedRow} />
      ) : (
        <OperationSheet operation={chosen} onClose={close} />
      )}
    </div>
  )
}

function operationsQuery(restId: string, { asOf, ...filter }: OperationsFilter) {
  return apiQuery(listOperations, { query: { restId, ...filter, ...(asOf && { as_of: asOf }) } })
}

/** It is deferred as text, because a filter is a new object in each render. */
function useDeferredFilter(filter: OperationsFilter) {
  const search = formatSearch(filter)
  const shownSearch = useDeferredValue(search)
  return { shownFilter: parseFilter(new URLSearchParams(shownSearch)), isLoadingNew: shownSearch !== search }
}

/** The width from which the details are beside the list, as in operations-page.module.css. */
const SIDE_MIN_WIDTH_PX = 1100

/** Returns where the details open: beside the list, or in a sheet above it. */
function useDetailsLayout(): 'side' | 'sheet' | 'unknown' {
  const isWide = useMinWidth(SIDE_MIN_WIDTH_PX)
  if (isWide === undefined) return 'unknown'
  return isWide ? 'side' : 'sheet'
}

/** Which operation has its details open. Beside the list one always has: the first, until the user chooses another. */
function useDetails(operations: readonly Operation[]) {
  const layout = useDetailsLayout()
  const [choice, setChoice] = useState<{ id: string; isByKeyboard: boolean } | null>(null)
  const chosen = operations.find(({ id }) => id === choice?.id)
  const shownBeside = layout === 'sheet' ? undefined : (chosen ?? operations[0])
  const sideRef = useRef<HTMLElement>(null)

  // Opening the details by keyboard moves the focus to them; opening them by pointer does not.
  useEffect(() => {
    if (choice?.isByKeyboard) sideRef.current?.focus()
  }, [choice])

  return {
    chosen,
    shownBeside,
    selectedId: layout === 'side' ? shownBeside?.id : undefined,
    // Memoized, so that choosing a filter does not render the old list again.
    choose: useCallback((id: string, isByKeyboard: boolean) => setChoice({ id, isByKeyboard }), []),
    close: () => setChoice(null),
    sideRef,
  }
}

const thousands = new Intl.NumberFormat('ru-RU')

/** How many operations a filter has left; announced when it changes. */
function ResultCount({ total, hasUnsearched }: { total: number; hasUnsearched: boolean }) {
  return (
    <p className={styles.count} role="status">
      {total > 0 && <span>{`Найдено: ${plural(total, 'операция', 'операции', 'операций')}.`}</span>}
      {hasUnsearched && (
        <span>
          {` Искали среди последних ${thousands.format(SEARCHED_OPERATIONS)} операций. Чтобы найти раньше, выберите период.`}
        </span>
      )}
    </p>
  )
}
