import { cutText } from '@portal/contracts/characters'
import { isDay } from '@portal/shared/calendar'
import { type AddressedPage, pageOf, setPage } from '@portal/shared/ui/pager'

export type OperationsKind = 'tip' | 'payout' | 'transfer'

/** The filter in the page's address. */
export type OperationsFilter = AddressedPage & {
  type?: OperationsKind
  from?: string
  to?: string
  /** What is searched for. */
  q?: string
}

/** As the contract has it (`SearchText`). */
export const MAX_SEARCH_LENGTH = 100

const kinds: readonly string[] = ['tip', 'payout', 'transfer'] satisfies OperationsKind[]

/** Reads `?type=payout&from=2026-11-01&to=2026-11-20&q=спасибо&page=2`. Ignores invalid values. */
export function parseFilter(search: URLSearchParams): OperationsFilter {
  const type = search.get('type')
  const from = search.get('from')
  const to = search.get('to')
  const q = cutText(search.get('q')?.trim() ?? '', MAX_SEARCH_LENGTH)
  return {
    ...(type && kinds.includes(type) && { type: type as OperationsKind }),
    ...(isDay(from) && isDay(to) && from <= to && { from, to }),
    ...(q && { q }),
    ...pageOf(search),
  }
}

/** Returns the address that `parseFilter` parses, without defaults. */
export function formatSearch({ type, from, to, q, page, asOf }: OperationsFilter): string {
  const search = new URLSearchParams({ ...(type && { type }), ...(from && to && { from, to }), ...(q && { q }) })
  setPage(search, { page, asOf })
  // `size` is newer than the minimum versions of browsers.
  const text = search.toString()
  return text && `?${text}`
}

export function isFiltered({ type, from, q }: OperationsFilter): boolean {
  return Boolean(type || from || q)
}
