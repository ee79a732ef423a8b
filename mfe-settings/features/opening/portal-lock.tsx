import { getAppLock, removeAppLock } from '@portal/contracts/app-lock'
import { getSessionBootstrap } from '@portal/contracts/session'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import {
  CurrentPassword,
  CurrentPasswordField,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'
import styles from '../../settings.module.css'
import { delayText, NewLock } from './new-lock.tsx'

/** The lock of the portal in this browser, or how to make one. */
export function PortalLock() {
  const { data: lock } = useSuspenseQuery(apiQuery(getAppLock, {}))
  const client = useQueryClient()
  // The shell, which reports that the user leaves, reads it in the session.
  const changed = () => invalidate(client, getAppLock, getSessionBootstrap)
  return (
    <Panel title="Код-пароль при входе">
      {lock.after_minutes === null ? (
        <NewLock onSet={changed} />
      ) : (
        <>
          <List>
            <ListRow
              leading={<Icon name="lock" />}
              title="Код-пароль включён"
              subtitle={`Спрашиваем: ${delayText(lock.after_minutes).toLowerCase()}`}
            />
          </List>
          <Removal onRemoved={changed} />
        </>
      )}
      <p className={styles.muted}>
        Действует на этом устройстве, пока вы не выйдете из аккаунта. Без интернета с ним портал ничего не покажет, а в
        уведомлениях не будет сумм.
      </p>
    </Panel>
  )
}

function Removal({ onRemoved }: { onRemoved: () => Promise<void> }) {
  const form = useZodForm(CurrentPassword, { defaultValues: { current_password: '' } })
  return (
    <Form
      form={form}
      errorTexts={currentPasswordTexts}
      onSubmit={async (body) => {
        await call(removeAppLock, { body })
        await onRemoved()
        toast('Код-пароль выключен')
      }}
    >
      <CurrentPasswordField />
      <SubmitButton variant="secondary">Выключить код-пароль</SubmitButton>
    </Form>
  )
}
