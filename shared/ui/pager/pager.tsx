import { Link } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import { pageNumbers } from './page-numbers.ts'
import styles from './pager.module.css'

type PagerProps = {
  page: number
  pages: number
  /** The address of a page. */
  to: (page: number) => string
  /** Below other things than its list: another page does not lead to their top. */
  preventScrollReset?: boolean | undefined
}

/** The pages of a list by number, and the ones beside. A way that is at its end keeps the focus. */
export function Pager({ page, pages, to, preventScrollReset = false }: PagerProps) {
  if (pages < 2) return null
  const link = (number: number) => ({ to: to(number), preventScrollReset })

  function step(number: number, label: string, icon: 'chevron-left' | 'chevron-right') {
    const atEnd = number < 1 || number > pages
    return (
      <Link {...link(Math.min(Math.max(number, 1), pages))} aria-label={label} aria-disabled={atEnd || undefined}>
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
