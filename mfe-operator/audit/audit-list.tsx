import { type AuditEvent, listAuditEvents } from '@portal/contracts/admin/audit'
import type { QueryInputOf } from '@portal/contracts/endpoint'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Link } from '@portal/shared/router'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import { formatZonedMoment, operatorUserId } from '../names.ts'
import styles from '../operator.module.css'
import { actionTexts } from './action-texts.ts'
import { fieldText } from './field-texts.ts'

const PAGE_SIZE = 50

type AuditListProps = { query: Pick<QueryInputOf<typeof listAuditEvents>, 'subject' | 'action' | 'before'> }

/** Lines of the audit trail, newest first, and older ones on demand. */
export function AuditList({ query }: AuditListProps) {
  const { data } = useSuspenseQuery(apiQuery(listAuditEvents, { query: { ...query, limit: PAGE_SIZE } }))
  const [isLonger, setLonger] = useState(false)
  const before = data.items.length === PAGE_SIZE ? data.items.at(-1)?.id : undefined
  if (data.items.length === 0) return query.before ? null : <EmptyState icon="clock" title="Ничего нет" />
  return (
    <>
      <List label="Журнал">
        {data.items.map((event) => (
          <AuditRow key={event.id} event={event} />
        ))}
      </List>
      {before && !isLonger && (
        <Button full variant="secondary" onClick={() => setLonger(true)}>
          Показать ещё
        </Button>
      )}
      {before && isLonger && (
        <QueryBoundary skeleton={<Skeleton height={140} />}>
          <AuditList query={{ ...query, before }} />
        </QueryBoundary>
      )}
    </>
  )
}

function AuditRow({ event: { at, actor, action, subject, reason, before, after } }: { event: AuditEvent }) {
  return (
    <ListRow
      title={actionTexts[action] ?? action}
      subtitle={
        <>
          <span className={styles.line}>
            <span>{`${formatZonedMoment(at)} · `}</span>
            <ActorName actor={actor} />
          </span>
          {reason && <span className={styles.line}>{`Причина: ${reason}`}</span>}
          {changeTexts(before, after).map((text) => (
            <span key={text} className={styles.line}>
              {text}
            </span>
          ))}
          <span className={styles.line}>
            <SubjectName {...subject} />
          </span>
        </>
      }
    />
  )
}

/** «код в платёжном сервисе: нет → w-02» */
function changeTexts(before: AuditEvent['before'], after: AuditEvent['after']): string[] {
  return Object.keys({ ...before, ...after }).map((field) =>
    fieldText(
      field,
      [before, after].flatMap((state) => (state ? [state[field]] : [])),
    ),
  )
}

/** An operator on pages and a user have a page. A token has only its name. */
function ActorName({ actor: { type, id } }: Pick<AuditEvent, 'actor'>) {
  if (type === 'system') return <span>портал</span>
  const userId = type === 'user' ? id : operatorUserId(id)
  if (!userId) return <span>{id}</span>
  return (
    <Link className={styles.link} to={`/operator/person/${userId}`}>
      {type === 'user' ? 'человек' : 'оператор'}
    </Link>
  )
}

const subjects: Record<string, { name: string; page?: string }> = {
  restaurant: { name: 'ресторан', page: '/operator/restaurants' },
  user: { name: 'человек', page: '/operator/person' },
  payout: { name: 'вывод или перевод', page: '/operator/payouts' },
  employee: { name: 'сотрудник' },
  invitation: { name: 'приглашение' },
  reconciliation: { name: 'сверка' },
  reconciliation_line: { name: 'различие сверки' },
  release: { name: 'релиз' },
}

function SubjectName({ type, id }: AuditEvent['subject']) {
  const { name, page } = subjects[type] ?? { name: type }
  const text = `${name} ${id}`
  return page ? (
    <Link className={styles.link} to={`${page}/${id}`}>
      {text}
    </Link>
  ) : (
    <span>{text}</span>
  )
}
