import { type AddressedPage, pageOf, setPage } from '@portal/shared/ui/pager'

/** The filter in the page's address. */
export type ReviewsFilter = AddressedPage & {
  stars?: number
  /** Only reviews with words. */
  commented?: true
}

/** Reads `?stars=5&commented=true&page=2`. Ignores invalid values. */
export function parseFilter(search: URLSearchParams): ReviewsFilter {
  const stars = Number(search.get('stars'))
  return {
    ...(Number.isInteger(stars) && stars >= 1 && stars <= 5 && { stars }),
    ...(search.get('commented') === 'true' && { commented: true as const }),
    ...pageOf(search),
  }
}

/** Returns the address that `parseFilter` parses, without defaults. */
export function formatSearch({ stars, commented, page, asOf }: ReviewsFilter): string {
  const search = new URLSearchParams({
    ...(stars && { stars: String(stars) }),
    ...(commented && { commented: 'true' }),
  })
  setPage(search, { page, asOf })
  const text = search.toString()
  return text && `?${text}`
}
