import { type AppLock, getAppLock, startPasskeyUnlock, unlockByPasskey, unlockByPin } from '@portal/contracts/app-lock'
import { asciiDigits } from '@portal/contracts/written-numbers'
import { plural } from '@portal/shared/format/plural'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import { TextField } from '@portal/shared/forms/text-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { signByPasskey, useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { matches } from '@portal/shared/rules/texts'
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
  const [Pin] = useState(() => pinSchema(lock.digits ?? 4))
  const form = useZodForm(Pin, { defaultValues: { pin: '' } })
  return (
    <>
      {hasPasskeys && (
        <PasskeyButton
          prompt={async (left) => await signByPasskey(await call(startPasskeyUnlock, {}), left)}
          onSigned={async (passkey) => {
            await call(unlockByPasskey, { body: { passkey } })
            onOpened()
          }}
        >
          Открыть ключом доступа
        </PasskeyButton>
      )}
      <Form
        form={form}
        onSubmit={async (body) => {
          await call(unlockByPin, { body })
          onOpened()
        }}
        errorTexts={{
          pin_invalid: ({ attempts_left = 0 }) =>
            `Неверный код-пароль. ${attempts_left === 1 ? 'Осталась' : 'Осталось'} ${plural(attempts_left, 'попытка', 'попытки', 'попыток')}.`,
        }}
      >
        <TextField name="pin" label="Код-пароль" type="password" inputMode="numeric" autoComplete="off" />
        <SubmitButton variant={hasPasskeys ? 'secondary' : 'primary'}>Открыть</SubmitButton>
      </Form>
      <ForgottenPin />
    </>
  )
}

function pinSchema(digits: number) {
  const text = `Введите ${plural(digits, 'цифру', 'цифры', 'цифр')}`
  return z.object({
    pin: z.string().check(z.overwrite(asciiDigits), required(text), matches([new RegExp(`^\\d{${digits}}$`)], text)),
  })
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
