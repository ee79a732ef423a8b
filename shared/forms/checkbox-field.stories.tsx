import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const remember = <CheckboxField name="field" label="Запомнить меня" />
const consent = (
  <CheckboxField
    name="field"
    label={
      <>
        Принимаю <a href="#checkbox-field">условия оферты</a> и согласен на то, чтобы чаевые выводились через платёжного
        партнёра
      </>
    }
  />
)

export const stories: Stories = {
  Empty: <InForm value={false}>{remember}</InForm>,
  Checked: <InForm value={true}>{remember}</InForm>,
  'Link and long text': <InForm value={false}>{consent}</InForm>,
  Hint: (
    <InForm value={false}>
      <CheckboxField name="field" label="Основная карта" hint="На неё деньги выводятся сами" />
    </InForm>
  ),
  Error: (
    <InForm value={false} error="Без согласия не получится">
      {consent}
    </InForm>
  ),
  Disabled: (
    <InForm value={false} disabled>
      {remember}
    </InForm>
  ),
  'Disabled, checked': (
    <InForm value={true} disabled>
      {remember}
    </InForm>
  ),
}
