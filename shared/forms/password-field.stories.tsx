import { PasswordField } from '@portal/shared/forms/password-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const password = <PasswordField name="field" label="Пароль" autoComplete="new-password" />

export const stories: Stories = {
  Empty: <InForm value="">{password}</InForm>,
  Filled: <InForm value="demo-Chaevye-1">{password}</InForm>,
  Hint: (
    <InForm value="">
      <PasswordField name="field" label="Новый пароль" hint="Не менее 8 символов" autoComplete="new-password" />
    </InForm>
  ),
  Error: (
    <InForm value="demo" error="Не менее 8 символов">
      {password}
    </InForm>
  ),
  Disabled: (
    <InForm value="demo-Chaevye-1" disabled>
      {password}
    </InForm>
  ),
  'Long text': <InForm value={'demo-Chaevye-1-'.repeat(6)}>{password}</InForm>,
}
