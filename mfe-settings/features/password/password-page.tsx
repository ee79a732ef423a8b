import { changePassword } from '@portal/contracts/password'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import {
  NewPasswordFields,
  newPassword,
  passwordsMatch,
  passwordWeaknessTexts,
} from '@portal/shared/forms/new-password'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { Panel } from '@portal/shared/ui/panel'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import { ChangeDone } from '../../change-done/change-done.tsx'
import {
  CurrentPasswordField,
  currentPassword,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'

const PasswordForm = z
  .object({
    ...currentPassword,
    ...newPassword,
  })
  .check(passwordsMatch)

function PasswordPage() {
  const [isChanged, setChanged] = useState(false)
  return (
    <Panel>
      {isChanged ? (
        <ChangeDone title="Пароль изменён">
          Сеансы на других устройствах завершены: войдите на них с новым паролем.
        </ChangeDone>
      ) : (
        <ChangePassword onChanged={() => setChanged(true)} />
      )}
    </Panel>
  )
}

export { PasswordPage as Component }

function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const form = useZodForm(PasswordForm, { defaultValues: { current_password: '', password: '', repeat: '' } })
  // In that case the password may already be the new one.
  const [isResponseLost, setResponseLost] = useState(false)

  async function submit({ current_password, password }: z.infer<typeof PasswordForm>) {
    try {
      await call(changePassword, { body: { current_password, password } })
      onChanged()
    } catch (cause) {
      if (cause instanceof ApiError && cause.isNetworkError) setResponseLost(true)
      throw cause
    }
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      errorTexts={{
        ...passwordWeaknessTexts,
        wrong_password: isResponseLost
          ? 'Текущий пароль указан неверно. Возможно, он уже сменился: в прошлый раз связь прервалась. Попробуйте ввести здесь новый'
          : currentPasswordTexts.wrong_password,
      }}
    >
      <CurrentPasswordField />
      <NewPasswordFields label="Новый пароль" />
      <p>После смены пароля сеансы на других устройствах завершатся.</p>
      <SubmitButton>Сменить пароль</SubmitButton>
    </Form>
  )
}
