import { changePassword, passwordMinLength } from '@portal/shared/contracts/password'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PasswordField } from '@portal/shared/forms/password-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { useState } from 'react'
import * as z from 'zod/mini'

const PasswordForm = z
  .object({
    current_password: z.string().check(z.minLength(1, 'Введите текущий пароль')),
    password: z
      .string()
      .check(
        z.minLength(passwordMinLength, `Не менее ${passwordMinLength} символов`),
        z.maxLength(200, 'Не более 200 символов'),
      ),
    repeat: z.string(),
  })
  .check(z.refine(({ password, repeat }) => password === repeat, { path: ['repeat'], error: 'Пароли не совпадают' }))

export function Component() {
  const [changed, setChanged] = useState(false)
  return (
    <Panel>
      {changed ? (
        <>
          <Notice tone="success" title="Пароль изменён">
            Сеансы на других устройствах завершены: войдите на них с новым паролем.
          </Notice>
          <ButtonLink to="/settings" variant="secondary" full replace>
            К настройкам
          </ButtonLink>
        </>
      ) : (
        <ChangePassword onChanged={() => setChanged(true)} />
      )}
    </Panel>
  )
}

function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const form = useZodForm(PasswordForm, { defaultValues: { current_password: '', password: '', repeat: '' } })
  // Then the password may be the new one already.
  const [answerLost, setAnswerLost] = useState(false)

  async function submit({ current_password, password }: z.infer<typeof PasswordForm>) {
    try {
      await call(changePassword, { body: { current_password, password } })
      onChanged()
    } catch (cause) {
      if (cause instanceof ApiError && cause.isLost) setAnswerLost(true)
      throw cause
    }
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      errorTexts={{
        wrong_password: answerLost
          ? 'Текущий пароль указан неверно. Возможно, он уже изменён: ответ на прошлую попытку не пришёл'
          : 'Текущий пароль указан неверно',
      }}
    >
      <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
      <PasswordField
        name="password"
        label="Новый пароль"
        autoComplete="new-password"
        hint={`Не менее ${passwordMinLength} символов`}
      />
      <PasswordField name="repeat" label="Новый пароль ещё раз" autoComplete="new-password" />
      <p>После смены пароля сеансы на других устройствах завершатся.</p>
      <SubmitButton>Сменить пароль</SubmitButton>
    </Form>
  )
}
