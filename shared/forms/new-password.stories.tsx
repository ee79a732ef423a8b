import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { NewPasswordFields, newPassword, passwordsMatch } from '@portal/shared/forms/new-password'
import * as z from 'zod/mini'
import { Played, sendForm } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'

const NewPassword = z.object(newPassword).check(passwordsMatch)

function Example({ password = '', repeat = '' }) {
  const form = useZodForm(NewPassword, { defaultValues: { password, repeat } })
  return (
    <Form form={form} onSubmit={() => {}}>
      <NewPasswordFields label="Новый пароль" />
      <SubmitButton>Сменить пароль</SubmitButton>
    </Form>
  )
}

export const stories: Stories = {
  Empty: <Example />,
  Filled: <Example password="demo-Chaevye-1" repeat="demo-Chaevye-1" />,
  Wrong: (
    <Played play={sendForm}>
      <Example password="demo" repeat="Chaevye" />
    </Played>
  ),
}
