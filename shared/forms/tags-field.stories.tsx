import { profileTags } from '@portal/shared/contracts/profile-tags'
import { TagsField } from '@portal/shared/forms/tags-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const tags = <TagsField name="field" label="Языки и роль" options={profileTags} />

export const stories: Stories = {
  Empty: <InForm value={[]}>{tags}</InForm>,
  Some: <InForm value={['lang_en', 'role_waiter']}>{tags}</InForm>,
  Many: <InForm value={profileTags.map(({ value }) => value)}>{tags}</InForm>,
  'No option any more': <InForm value={['lang_en', 'Переводчик-синхронист с китайского']}>{tags}</InForm>,
  Hint: (
    <InForm value={[]}>
      <TagsField name="field" label="Языки и роль" options={profileTags} hint="Не больше десяти" />
    </InForm>
  ),
  Error: (
    <InForm value={['lang_en', 'lang_de']} error="Выберите не больше одного">
      {tags}
    </InForm>
  ),
  Disabled: (
    <InForm value={['lang_en', 'role_waiter']} disabled>
      {tags}
    </InForm>
  ),
}
