import { CodeField } from '@portal/shared/forms/code-field'
import { InForm } from '../gallery/in-form.tsx'
import { Played, typeInto } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'

const code = <CodeField name="field" label="Код из СМС" />

export const stories: Stories = {
  Empty: <InForm value="">{code}</InForm>,
  'Half typed': (
    <Played play={(stage) => typeInto(stage, '123')}>
      <InForm value="">{code}</InForm>
    </Played>
  ),
  Filled: <InForm value="123456">{code}</InForm>,
  'Four digits': (
    <InForm value="1234">
      <CodeField name="field" label="Код из СМС" digits={4} />
    </InForm>
  ),
  'PIN, half typed': (
    <Played play={(stage) => typeInto(stage, '82')}>
      <InForm value="">
        <CodeField name="field" label="Код-пароль" digits={4} isPin />
      </InForm>
    </Played>
  ),
  Error: (
    <InForm value="123456" error="Неверный код. Осталось 2 попытки">
      {code}
    </InForm>
  ),
  Disabled: (
    <InForm value="123456" disabled>
      {code}
    </InForm>
  ),
}
