import { listOperations } from '@portal/contracts/operation'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
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
import { useSide } from './use-side.ts'

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

function Operations({ restId, filter, onReset }: OperationsProps) {
  // While a newly chosen filter loads, the last operations stay visible, dimmed.
  const shownSearch = useDeferredValue(formatSearch(filter))
  const { asOf, ...shown } = parseFilter(new URLSearchParams(shownSearch))
  const { data } = useSuspenseQuery(
    apiQuery(listOperations, { query: { restId, ...shown, ...(asOf && { as_of: asOf }) } }),
  )
  const dimmed = shownSearch !== formatSearch(filter)
  const [opening, setOpening] = useState<{ id: string; byKeyboard: boolean } | null>(null)
  const opened = data.items.find(({ id }) => id === opening?.id)
  const hasSide = useSide()
  const beside = hasSide === false ? undefined : (opened ?? data.items[0])
  const list = useRef<HTMLDivElement>(null)
  const side = useRef<HTMLElement>(null)

  // Opening the details by keyboard moves the focus to them; opening them by pointer does not.
  useEffect(() => {
    if (opening?.byKeyboard) side.current?.focus()
  }, [opening])

  // Stable, so that the choice of a filter does not render the list that it is about to replace.
  const open = useCallback((id: string, byKeyboard: boolean) => setOpening({ id, byKeyboard }), [])

  return (
    <div className={styles.operations} data-beside={beside && ''} data-dimmed={dimmed || undefined} aria-busy={dimmed}>
      <div className={styles.list} ref={list}>
        {isFiltered(shown) && <ResultCount total={data.total} hasUnsearched={data.has_unsearched === true} />}
        {data.items.length === 0 ? (
          <NoOperations filter={shown} total={data.total} onReset={onReset} />
        ) : (
          <OperationsList
            operations={data.items}
            dayTotals={data.day_totals}
            selected={hasSide ? beside?.id : undefined}
            onOpen={open}
          />
        )}
        <Pager
          page={shown.page}
          pages={data.pages}
          to={(page) => `/billing${formatSearch({ ...shown, page, asOf: data.as_of })}`}
        />
      </div>
      {beside ? (
        <OperationSide
          operation={beside}
          ref={side}
          onLeave={() => list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()}
        />
      ) : (
        <OperationSheet operation={opened} onClose={() => setOpening(null)} />
      )}
    </div>
  )
}
