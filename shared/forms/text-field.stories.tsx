import { TextField } from '@portal/shared/forms/text-field'
import { IconButton } from '@portal/shared/ui/button'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const name = <TextField name="field" label="Имя" autoComplete="given-name" />

export const stories: Stories = {
  Empty: <InForm value="">{name}</InForm>,
  Filled: <InForm value="Анна">{name}</InForm>,
  Placeholder: (
    <InForm value="">
      <TextField name="field" label="Название карты" placeholder="Зарплатная" />
    </InForm>
  ),
  Hint: (
    <InForm value="">
      <TextField name="field" label="Имя" hint="Как в паспорте" />
    </InForm>
  ),
  Error: (
    <InForm value="" error="Имя — обязательное поле">
      {name}
    </InForm>
  ),
  'Error and hint': (
    <InForm value="А" error="Не менее двух букв">
      <TextField name="field" label="Имя" hint="Как в паспорте" />
    </InForm>
  ),
  Disabled: (
    <InForm value="Анна" disabled>
      {name}
    </InForm>
  ),
  'Disabled, empty': (
    <InForm value="" disabled>
      {name}
    </InForm>
  ),
  'Button at the end': (
    <InForm value="https://portal.example/i/4f2a">
      <TextField name="field" label="Приглашение" end={<IconButton icon="copy" label="Скопировать приглашение" />} />
    </InForm>
  ),
  'Long text': (
    <InForm
      value="Константин Константинович Верхнеозёрский-Благовещенский"
      error="Слишком длинное имя: оно не поместится на квитанции. Оставьте имя и фамилию, без отчества"
    >
      <TextField name="field" label="Имя и фамилия, как они будут видны гостям ресторана на странице оплаты чаевых" />
    </InForm>
  ),
}
