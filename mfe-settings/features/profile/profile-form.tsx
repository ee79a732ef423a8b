import type { Profile } from '@portal/contracts/profile'
import { profileTagTexts } from '@portal/contracts/profile-tag-texts'
import { profileTags } from '@portal/contracts/profile-tags'
import { Form, SubmitButton } from '@portal/shared/forms/form'
import { TagsField } from '@portal/shared/forms/tags-field'
import { TextField } from '@portal/shared/forms/text-field'
import { TextareaField } from '@portal/shared/forms/textarea-field'
import { UploadField } from '@portal/shared/forms/upload-field'
import { nameFaultTexts } from '@portal/shared/rules/texts'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { GoalFields } from './goal-fields.tsx'
import styles from './profile.module.css'
import { MAX_ABOUT_LENGTH } from './profile-values.ts'
import { useProfileForm } from './use-profile-form.ts'

const tagOptions = profileTags.map((value) => ({ value, label: profileTagTexts[value] }))

/** The names that errors of the API have for fields of this form. */
const errorFields = { 'goal.name': 'goal_name', 'goal.amount': 'goal_amount' } as const

export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, save, hasUnsavedChanges, discardChanges } = useProfileForm(profile)

  return (
    <Form
      form={form}
      onSubmit={save}
      errorTexts={{ ...nameFaultTexts, photo_unknown: 'Загрузите фото ещё раз' }}
      errorFields={errorFields}
    >
      <Panel>
        <UploadField name="photo_url" label="Фото" fileType="avatar" />
        <div className={styles.names}>
          <TextField name="first_name" label="Имя" autoComplete="given-name" />
          <TextField name="last_name" label="Фамилия" autoComplete="family-name" />
        </div>
        <TextareaField name="about" label="О себе" limit={MAX_ABOUT_LENGTH} />
        <TagsField name="tags" label="Языки и роль" options={tagOptions} placeholder="Английский, официант…" />
      </Panel>
      <Panel title="Цель">
        <GoalFields goal={profile.goal} />
      </Panel>
      <div className={styles.actions}>
        <SubmitButton>Сохранить</SubmitButton>
        {hasUnsavedChanges && (
          <Button variant="ghost" full onClick={discardChanges}>
            Отменить изменения
          </Button>
        )}
      </div>
    </Form>
  )
}
