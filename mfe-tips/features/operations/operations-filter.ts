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
export function parseFilter(params: URLSearchParams): OperationsFilter {
  const type = params.get('type')
  const from = params.get('from')
  const to = params.get('to')
  const q = cutText(params.get('q')?.trim() ?? '', MAX_SEARCH_LENGTH)
  return {
    ...(type && kinds.includes(type) && { type: type as OperationsKind }),
    ...(isDay(from) && isDay(to) && from <= to && { from, to }),
    ...(q && { q }),
    ...pageOf(params),
  }
}

/** Returns the query string that `parseFilter` parses, without defaults. */
export function formatFilter({ type, from, to, q, page, asOf }: OperationsFilter): string {
  const params = new URLSearchParams({ ...(type && { type }), ...(from && to && { from, to }), ...(q && { q }) })
  setPage(params, { page, asOf })
  // `size` is newer than the minimum versions of browsers.
  const text = params.toString()
  return text && `?${text}`
}

export function isFiltered({ type, from, q }: OperationsFilter): boolean {
  return Boolean(type || from || q)
}
