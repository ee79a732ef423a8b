import { getPushSettings } from '@portal/contracts/push'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { usePushState } from '@portal/shared/push/push-state'
import { useMutation, useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'
import styles from '../../settings.module.css'
import { NoNotifications } from './no-notifications.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { disablePush, enablePush } from './push-switch.ts'

function NotificationsPage() {
  return (
    <div className={styles.page}>
      <QueryBoundary panel skeleton={<NotificationsSkeleton />}>
        <Notifications />
      </QueryBoundary>
    </div>
  )
}

export { NotificationsPage as Component }

function Notifications() {
  const { data: settings } = useSuspenseQuery(apiQuery(getPushSettings, {}))
  const state = usePushState(settings)
  const client = useQueryClient()
  const switching = useMutation({
    mutationFn: async (shouldEnable: boolean) => (shouldEnable ? enablePush(settings.public_key ?? '') : disablePush()),
    // Runs even after a failure: the response may be lost although the browser is subscribed.
    onSettled: () => invalidate(client, getPushSettings),
  })
  if (state !== 'on' && state !== 'off') {
    return (
      <Panel>
        <NoNotifications reason={state} />
      </Panel>
    )
  }
  return (
    <>
      <Panel>
        {switching.isError && (
          <Notice tone="error">
            {`Не удалось ${switching.variables ? 'включить' : 'выключить'} уведомления. Проверьте соединение и попробуйте ещё раз.`}
          </Notice>
        )}
        {state === 'off' ? (
          <EmptyState
            icon="comment"
            title="Уведомления выключены"
            text="Включите — и узнаете о чаевых, выводе и смене способа вывода, даже когда портал закрыт"
            action={
              <Button full busy={switching.isPending} onClick={() => switching.mutate(true)}>
                Включить уведомления
              </Button>
            }
          />
        ) : (
          <>
            <List>
              <ListRow
                leading={<Icon name="check" />}
                title="Уведомления включены"
                subtitle="В этом браузере, пока вы не выйдете из аккаунта"
              />
            </List>
            <Button variant="secondary" full busy={switching.isPending} onClick={() => switching.mutate(false)}>
              Выключить в этом браузере
            </Button>
          </>
        )}
      </Panel>
      {state === 'on' && <PreferencesForm settings={settings} />}
    </>
  )
}

function NotificationsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel>
        <RowsSkeleton title="40%" subtitle="60%" />
      </Panel>
    </div>
  )
}
