import { SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { plural } from '@portal/shared/format/plural'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { formatFilter, isFiltered, type OperationsFilter } from './operations-filter.ts'
import styles from './operations-page.module.css'

type NoOperationsProps = { filter: OperationsFilter; total: number; onReset: () => void }

/** Nothing at all, nothing by this filter, or nothing on a page past the end. */
export function NoOperations({ filter, total, onReset }: NoOperationsProps) {
  return (
    <Panel>
      {total > 0 ? (
        <EmptyState
          icon="operations"
          title="На этой странице операций нет"
          action={
            <ButtonLink variant="secondary" to={`/billing${formatFilter({ ...filter, page: 1 })}`}>
              К первой странице
            </ButtonLink>
          }
        />
      ) : isFiltered(filter) ? (
        <EmptyState
          icon="filter"
          title="По фильтру ничего не найдено"
          action={
            <Button variant="secondary" onClick={onReset}>
              Сбросить
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon="operations"
          title="Операций пока нет"
          text="Здесь появятся чаевые, выводы и переводы. Карту или телефон СБП для вывода можно добавить уже сейчас."
          action={
            <ButtonLink variant="secondary" to="/settings/payout-methods">
              Способы вывода
            </ButtonLink>
          }
        />
      )}
    </Panel>
  )
}

const thousands = new Intl.NumberFormat('ru-RU')

/** How many operations a filter has left; announced when it changes. */
export function ResultCount({ total, hasUnsearched }: { total: number; hasUnsearched: boolean }) {
  return (
    <p className={styles.count} role="status">
      {total > 0 && (
        <span>{`Найдено: ${plural(total, 'операция', 'операции', 'операций')}${hasUnsearched ? '.' : ''}`}</span>
      )}
      {hasUnsearched && (
        <span>
          {` Искали среди последних ${thousands.format(SEARCHED_OPERATIONS)} операций. Чтобы найти более давние, выберите период.`}
        </span>
      )}
    </p>
  )
}
