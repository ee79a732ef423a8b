import { endOtherSessions, endSession, listSessions, type UserSession } from '@portal/contracts/user-session'
import { formatDay, toDay, withTime } from '@portal/shared/format/date'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { useMutation, useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { useToday } from '@portal/shared/session/today'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'
import styles from '../../settings.module.css'

function SessionsPage() {
  return (
    <Panel>
      <QueryBoundary skeleton={<RowsSkeleton title="40%" subtitle="60%" />}>
        <Sessions />
      </QueryBoundary>
    </Panel>
  )
}

export { SessionsPage as Component }

/** Names of devices in responses of the API. */
const HANDHELD_DEVICES = ['iPhone', 'iPad', 'Android']

/** Ends all sessions except this one. */
const OTHERS = 'others'

function Sessions() {
  const { data } = useSuspenseQuery(apiQuery(listSessions, {}))
  const client = useQueryClient()
  const today = useToday()
  const ending = useMutation({
    mutationFn: (id: string) => (id === OTHERS ? call(endOtherSessions, {}) : endOne(id)),
    // Also after a failure, because the session may have ended although the response was lost.
    onSettled: () => invalidate(client, listSessions),
  })
  // A second click may come before `isPending` of the first is rendered.
  const end = (id: string) => client.isMutating() === 0 && ending.mutate(id)

  return (
    <>
      {ending.isError && (
        <Notice tone="error">Не удалось завершить сеанс. Проверьте соединение и попробуйте ещё раз.</Notice>
      )}
      <List label="Активные сеансы">
        {data.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            today={today}
            isEnding={ending.isPending}
            onEnd={() => end(session.id)}
          />
        ))}
      </List>
      {data.items.some(({ current }) => !current) && (
        <Button
          variant="danger-quiet"
          full
          busy={ending.isPending && ending.variables === OTHERS}
          onClick={() => end(OTHERS)}
        >
          Завершить все другие сеансы
        </Button>
      )}
    </>
  )
}

type SessionRowProps = {
  session: UserSession
  today: string
  /** One of the sessions is ending. */
  isEnding: boolean
  onEnd: () => void
}

function SessionRow({ session, today, isEnding, onEnd }: SessionRowProps) {
  return (
    <ListRow
      leading={<Icon name={HANDHELD_DEVICES.includes(session.device ?? '') ? 'phone' : 'device'} />}
      title={
        <span className={styles.name}>
          <span>{sessionName(session)}</span>
          {session.current && <StatusBadge tone="positive">Этот сеанс</StatusBadge>}
        </span>
      }
      subtitle={seenTexts(session, today).map((text) => (
        <span key={text} className={styles.line}>
          {text}
        </span>
      ))}
      action={
        !session.current && (
          <Button
            variant="ghost"
            size="s"
            aria-label={`Завершить сеанс: ${sessionName(session)}`}
            disabled={isEnding}
            // By the second click of a double click, the next row may have moved under the pointer.
            onClick={({ detail }) => detail < 2 && onEnd()}
          >
            Завершить
          </Button>
        )
      }
    />
  )
}

/** A session that no longer exists counts as ended. */
async function endOne(id: string): Promise<void> {
  try {
    await call(endSession, { params: { id } })
  } catch (cause) {
    if (!(cause instanceof ApiError && cause.status === 404)) throw cause
  }
}

function sessionName({ browser, device }: UserSession): string {
  return [browser, device].filter(Boolean).join(', ') || 'Неизвестное устройство'
}

/** «Вход: сегодня, 15:04»; of another session «Вход: вчера», «Последний раз: сегодня, 19:41». */
function seenTexts({ current, created_at, last_seen_at }: UserSession, today: string): string[] {
  const day = (at: string) => formatDay(toDay(at), today).toLowerCase()
  if (current) return [`Вход: ${withTime(day(created_at), created_at)}`]
  return [`Вход: ${day(created_at)}`, `Последний раз: ${withTime(day(last_seen_at), last_seen_at)}`]
}
