import type { Elements } from '@portal/shared/elements'
import { Link } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import { pageNumbers } from './page-numbers.ts'
import styles from './pager.module.css'

/**
 * The page of a list in an address. `asOf` comes from the first page and belongs to all later pages (see endpoint.ts).
 */
export type AddressedPage = { page: number; asOf?: string | undefined }

/** Reads `?page=2&as_of=45`. Values that make no sense are ignored. */
export function pageOf(search: URLSearchParams): AddressedPage {
  const page = Number(search.get('page') ?? 1)
  if (!Number.isSafeInteger(page) || page < 2) return { page: 1 }
  const asOf = search.get('as_of')
  return { page, ...(asOf && /^\d{1,15}$/.test(asOf) && { asOf }) }
}

/** Writes what `pageOf` reads. The first page has no parameters. */
export function setPage(search: URLSearchParams, { page, asOf }: AddressedPage): void {
  search.delete('page')
  search.delete('as_of')
  if (page > 1) search.set('page', String(page))
  if (page > 1 && asOf) search.set('as_of', asOf)
}

type PagerProps = {
  page: number
  pages: number
  /** The address of a page. */
  to: (page: number) => string
  /** For a list below other content: changing the page does not scroll to the top. */
  preventScrollReset?: boolean | undefined
}

/** Links to the pages of a list by number, and to the previous and the next page. A disabled arrow keeps the focus. */
export function Pager({ page, pages, to, preventScrollReset = false }: PagerProps) {
  if (pages < 2) return null
  const link = (number: number) => ({ to: to(number), preventScrollReset })

  function step(number: number, label: string, icon: 'chevron-left' | 'chevron-right'): Elements {
    const isAtEnd = number < 1 || number > pages
    return (
      <Link {...link(Math.min(Math.max(number, 1), pages))} aria-label={label} aria-disabled={isAtEnd || undefined}>
        <Icon name={icon} />
      </Link>
    )
  }

  return (
    <nav className={styles.pager} aria-label="Страницы">
      {step(page - 1, 'Предыдущая страница', 'chevron-left')}
      <ol>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                {...link(number)}
                aria-label={`Страница ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {step(page + 1, 'Следующая страница', 'chevron-right')}
    </nav>
  )
}
