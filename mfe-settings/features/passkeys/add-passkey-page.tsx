import { sendOtpToUser } from '@portal/contracts/otp'
import { type PasskeyCreationOptions, startPasskeyRegistration } from '@portal/contracts/passkey'
import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { codeSender, OtpStep } from '@portal/shared/forms/otp-step'
import { PasskeyButton, passkeyTexts } from '@portal/shared/forms/passkey-button'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { createPasskey, useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { useSession } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import {
  CurrentPassword,
  CurrentPasswordField,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'
import styles from '../../settings.module.css'
import { useAddPasskey } from './add-passkey.ts'
import { NoPasskeys } from './no-passkeys.tsx'

function AddPasskeyPage() {
  return (
    <Panel>
      {useHasPasskeys() ? (
        <QueryBoundary skeleton={<AddPasskeySkeleton />}>
          <AddPasskey />
        </QueryBoundary>
      ) : (
        <NoPasskeys />
      )}
    </Panel>
  )
}

export { AddPasskeyPage as Component }

/** Asks for the password and a code, which the passkey will replace, and then for the device. */
function AddPasskey() {
  const form = useZodForm(CurrentPassword, { defaultValues: { current_password: '' } })
  const addPasskey = useAddPasskey()
  const userId = useSession(({ user }) => user?.id ?? '')
  const [open, setOpen] = useState(false)
  const [options, setOptions] = useState<PasskeyCreationOptions | null>(null)
  const [hasExpired, setExpired] = useState(false)
  const [sendCode] = useState(() =>
    codeSender((id) => call(sendOtpToUser, { params: { id }, body: { purpose: 'passkey' } })),
  )

  async function start(code: string) {
    try {
      setOptions(await call(startPasskeyRegistration, { body: { ...form.getValues(), code } }))
    } catch (cause) {
      if (!showFieldErrors(form, cause, { errorTexts: currentPasswordTexts })) throw cause
      setOpen(false)
    }
  }

  return (
    <>
      <p>
        Вход по отпечатку, лицу или коду экрана вместо пароля. Ключ хранит само устройство: портал не видит ни
        отпечатка, ни лица.
      </p>
      <Form form={form} onSubmit={() => setOpen(true)}>
        <CurrentPasswordField />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <Sheet open={open} onOpenChange={setOpen} title="Новый ключ доступа">
        <div className={styles.fields}>
          {options ? (
            <DeviceStep
              options={options}
              addPasskey={addPasskey}
              onExpired={() => {
                setOptions(null)
                setExpired(true)
              }}
            />
          ) : (
            <>
              {hasExpired && <Notice tone="info">Время вышло: введите новый код.</Notice>}
              <OtpStep
                send={() => sendCode(userId)}
                onSubmit={start}
                errorTexts={passkeyTexts}
                submitLabel="Продолжить"
              />
            </>
          )}
        </div>
      </Sheet>
    </>
  )
}

type DeviceStepProps = {
  options: PasskeyCreationOptions
  addPasskey: ReturnType<typeof useAddPasskey>
  onExpired: () => void
}

/** Needs a separate press, because some browsers create passkeys only right after one. */
function DeviceStep({ options, addPasskey, onExpired }: DeviceStepProps) {
  return (
    <>
      <p>Осталось подтвердить на устройстве: оно попросит отпечаток, лицо или код экрана.</p>
      <PasskeyButton
        prompt={() => createPasskey(options)}
        onSigned={async (created) => {
          try {
            await addPasskey(created)
          } catch (cause) {
            if (cause instanceof ApiError && cause.code === 'passkey_expired') onExpired()
            throw cause
          }
        }}
      >
        Создать ключ доступа
      </PasskeyButton>
    </>
  )
}

function AddPasskeySkeleton() {
  return (
    <>
      <Skeleton width="90%" height={44} />
      <Skeleton height={76} radius="var(--radius-control)" />
      <Skeleton height={48} radius="var(--radius-control)" />
    </>
  )
}
