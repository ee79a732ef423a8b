import { Chips } from '@portal/shared/ui/chips'
import type { ReviewsFilter } from './reviews-filter.ts'
import styles from './reviews-page.module.css'

type ReviewsFilterBarProps = { filter: ReviewsFilter; onChange: (filter: ReviewsFilter) => void }

/** Any change leads to the first page. */
export function ReviewsFilterBar({ filter: { stars, commented }, onChange }: ReviewsFilterBarProps) {
  return (
    <div className={styles.filters}>
      <Chips
        label="Отзывы"
        value={commented ? 'commented' : 'all'}
        onChange={(value) =>
          onChange({ ...(stars && { stars }), ...(value === 'commented' && { commented: true }), page: 1 })
        }
        options={[
          { value: 'all', label: 'Все' },
          { value: 'commented', label: 'С комментарием' },
        ]}
      />
      <Chips
        label="Оценка"
        value={stars ?? 0}
        onChange={(value) => onChange({ ...(value > 0 && { stars: value }), ...(commented && { commented }), page: 1 })}
        options={[
          { value: 0, label: 'Любая' },
          ...[5, 4, 3, 2, 1].map((value) => ({
            value,
            label: (
              <>
                <span>{value}</span>
                <span aria-hidden="true">&thinsp;★</span>
                <span className="visually-hidden"> из 5</span>
              </>
            ),
          })),
        ]}
      />
    </div>
  )
}
