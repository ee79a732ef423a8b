import { profileTagTexts } from '@portal/contracts/profile-tag-texts'
import { profileTags } from '@portal/contracts/profile-tags'
import { TagsField } from '@portal/shared/forms/tags-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const options = profileTags.map((value) => ({ value, label: profileTagTexts[value] }))
const tags = <TagsField name="field" label="Языки и роль" options={options} />

export const stories: Stories = {
  Empty: <InForm value={[]}>{tags}</InForm>,
  Some: <InForm value={['lang_en', 'role_waiter']}>{tags}</InForm>,
  Many: <InForm value={[...profileTags]}>{tags}</InForm>,
  'No option any more': <InForm value={['lang_en', 'Переводчик-синхронист с китайского']}>{tags}</InForm>,
  Hint: (
    <InForm value={[]}>
      <TagsField name="field" label="Языки и роль" options={options} hint="Не больше десяти" />
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
