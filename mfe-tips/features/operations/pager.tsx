import { Link } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import styles from './pager.module.css'
import { pageNumbers } from './pages.ts'

type PagerProps = {
  page: number
  pages: number
  /** The address of a page. */
  to: (page: number) => string
}

export function Pager({ page, pages, to }: PagerProps) {
  if (pages < 2) return null
  return (
    <nav className={styles.pager} aria-label="Страницы">
      <Step to={page > 1 ? to(Math.min(page - 1, pages)) : null} label="Предыдущая страница" icon="chevron-left" />
      <ol>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                to={to(number)}
                aria-label={`Страница ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pages ? to(page + 1) : null} label="Следующая страница" icon="chevron-right" />
    </nav>
  )
}

type StepProps = { to: string | null; label: string; icon: 'chevron-left' | 'chevron-right' }

function Step({ to, label, icon }: StepProps) {
  return to === null ? (
    <span className={styles.step} data-idle="">
      <Icon name={icon} />
    </span>
  ) : (
    <Link className={styles.step} to={to} aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}
