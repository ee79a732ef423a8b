import { TextareaField } from '@portal/shared/forms/textarea-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const about = <TextareaField name="field" label="О себе" limit={200} />

export const stories: Stories = {
  Empty: <InForm value="">{about}</InForm>,
  Filled: <InForm value="Говорю по-английски, люблю вечерние смены">{about}</InForm>,
  'Of many lines': <InForm value={'Понедельник: утро\nВторник: вечер\n'.repeat(4)}>{about}</InForm>,
  'Too long': (
    <InForm value={'Говорю по-английски, люблю вечерние смены. '.repeat(6)} error="Не более 200 символов">
      {about}
    </InForm>
  ),
  Disabled: (
    <InForm value="Говорю по-английски" disabled>
      {about}
    </InForm>
  ),
}
