import { type AppLock, getAppLock, startPasskeyUnlock, unlockByPasskey, unlockByPin } from '@portal/contracts/app-lock'
import { plural } from '@portal/shared/format/plural'
import { CodeField } from '@portal/shared/forms/code-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { signByPasskey, useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { required } from '@portal/shared/rules/values'
import { signOut } from '@portal/shared/session/sign-out'
import { useSession } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { LoadError } from '@portal/shared/ui/load-error'
import { Notice } from '@portal/shared/ui/notice'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { backPath, loginPath } from '../../session/back-path.ts'
import styles from './unlock-page.module.css'

/** `/unlock`: the session is locked, and the server returns no personal data until the user opens the lock. */
export default function UnlockPage() {
  const { data, error, isFetching, refetch } = useQuery({ ...apiQuery(getAppLock, {}), staleTime: 0 })
  const user = useSession((session) => session.user)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const back = backPath(search.get('back'))

  const leave = useEffectEvent((to: string) => void navigate(to, { replace: true }))
  useEffect(() => {
    if (!user) leave(loginPath(back))
  }, [user, back])
  const isOpen = data?.locked === false
  useEffect(() => {
    if (isOpen) leave(back)
  }, [isOpen, back])

  if (data?.locked) return <Unlock lock={data} onOpened={() => leave(back)} />
  if (isFetching || !(error instanceof ApiError) || error.status === 401) return <Skeleton className={styles.loading} />
  return <LoadError error={error} onRetry={() => void refetch()} />
}

function Unlock({ lock, onOpened }: { lock: AppLock; onOpened: () => void }) {
  const hasPasskeys = useHasPasskeys() && lock.has_passkeys
  const digits = lock.digits ?? 4
  const [Pin] = useState(() => pinSchema(digits))
  const form = useZodForm(Pin, { defaultValues: { pin: '' } })
  useEffect(() => form.setFocus('pin'), [form])

  async function open(body: { pin: string }) {
    try {
      await call(unlockByPin, { body })
      onOpened()
    } catch (cause) {
      // The next one is typed into empty boxes.
      if (cause instanceof ApiError && cause.code === 'pin_invalid') form.setValue('pin', '')
      throw cause
    }
  }

  return (
    <>
      <Greeting />
      <Form
        form={form}
        onSubmit={open}
        errorTexts={{
          pin_invalid: ({ attempts_left = 0 }) =>
            `Неверный код-пароль. ${attempts_left === 1 ? 'Осталась' : 'Осталось'} ${plural(attempts_left, 'попытка', 'попытки', 'попыток')}.`,
        }}
      >
        <CodeField name="pin" label="Код-пароль" digits={digits} isPin />
        <SubmitButton>Открыть</SubmitButton>
      </Form>
      {hasPasskeys && (
        <PasskeyButton
          variant="secondary"
          prompt={async (left) => await signByPasskey(await call(startPasskeyUnlock, {}), left)}
          onSigned={async (passkey) => {
            await call(unlockByPasskey, { body: { passkey } })
            onOpened()
          }}
        >
          Открыть ключом доступа
        </PasskeyButton>
      )}
      <ForgottenPin />
    </>
  )
}

/** The name is in the browser: the server says none while the portal is locked. */
function Greeting() {
  const firstName = useSession(({ user }) => user?.name.split(' ')[0])
  return firstName && <p>{`Здравствуйте, ${firstName}!`}</p>
}

function pinSchema(digits: number) {
  return z.object({ pin: z.string().check(required(`Введите ${plural(digits, 'цифру', 'цифры', 'цифр')}`)) })
}

/** Ends the session and with it the lock. The user can then sign in by password. */
function ForgottenPin() {
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      {hasFailed && <Notice tone="error">Не удалось выйти. Проверьте соединение и попробуйте ещё раз.</Notice>}
      <Button variant="ghost" size="s" full onClick={() => signOut().catch(() => setFailed(true))}>
        Забыли? Войти по паролю
      </Button>
    </>
  )
}
