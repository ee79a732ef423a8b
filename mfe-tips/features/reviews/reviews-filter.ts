import { type AddressedPage, pageOf, setPage } from '@portal/shared/ui/pager'

/** The filter in the page's address. */
export type ReviewsFilter = AddressedPage & {
  stars?: number
  /** Only reviews with words. */
  commented?: true
}

/** Reads `?stars=5&commented=true&page=2`. Ignores invalid values. */
export function parseFilter(params: URLSearchParams): ReviewsFilter {
  const stars = Number(params.get('stars'))
  return {
    ...(Number.isInteger(stars) && stars >= 1 && stars <= 5 && { stars }),
    ...(params.get('commented') === 'true' && { commented: true as const }),
    ...pageOf(params),
  }
}

/** Returns the query string that `parseFilter` parses, without defaults. */
export function formatFilter({ stars, commented, page, asOf }: ReviewsFilter): string {
  const params = new URLSearchParams({
    ...(stars && { stars: String(stars) }),
    ...(commented && { commented: 'true' }),
  })
  setPage(params, { page, asOf })
  const text = params.toString()
  return text && `?${text}`
}
