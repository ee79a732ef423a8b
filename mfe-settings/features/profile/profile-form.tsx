import { getProfile, type Profile, updateProfile } from '@portal/contracts/profile'
import { profileTagTexts } from '@portal/contracts/profile-tag-texts'
import { profileTags } from '@portal/contracts/profile-tags'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { TagsField } from '@portal/shared/forms/tags-field'
import { TextField } from '@portal/shared/forms/text-field'
import { TextareaField } from '@portal/shared/forms/textarea-field'
import { UploadField } from '@portal/shared/forms/upload-field'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useQueryClient } from '@portal/shared/query'
import { nameFaultTexts } from '@portal/shared/rules/texts'
import { toast, renamed as updateNameInMenu } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { useEffect, useState } from 'react'
import { GoalFields } from './goal-fields.tsx'
import styles from './profile.module.css'
import { readDraft, removeDraft, writeDraft } from './profile-draft.ts'
import { changedValues, MAX_ABOUT_LENGTH, ProfileValues, toProfileChanges, toProfileValues } from './profile-values.ts'

const tagOptions = profileTags.map((value) => ({ value, label: profileTagTexts[value] }))

/** The form starts from the saved profile, with the draft on top: the changes that were not saved last time. */
function useProfileForm(profile: Profile) {
  const [savedValues, setSavedValues] = useState(() => toProfileValues(profile))
  const form = useZodForm(ProfileValues, { defaultValues: { ...savedValues, ...readDraft(profile.id) } })
  const changes = changedValues(savedValues, form.watch())
  const hasUnsavedChanges = Object.keys(changes).length > 0

  // Without dependencies: every change of a field renders the form, and then the draft is written.
  useEffect(() => {
    if (hasUnsavedChanges) writeDraft(profile.id, changes)
    else removeDraft(profile.id)
  })

  function resetTo(values: ProfileValues) {
    setSavedValues(values)
    form.reset(values)
  }

  return { form, savedValues, hasUnsavedChanges, resetTo }
}

/** Sends only the fields that differ from the saved profile. Unsaved changes are kept as a draft. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const { form, savedValues, hasUnsavedChanges, resetTo } = useProfileForm(profile)

  function showEverywhere(saved: Profile) {
    // The cache stores responses with all fields, also those that this version of the page does not know.
    client.setQueryData(apiQuery(getProfile, {}).queryKey, asReceived(saved))
    updateNameInMenu(saved.name)
  }

  async function save(values: ProfileValues) {
    const body = toProfileChanges(savedValues, values)
    if (Object.keys(body).length > 0) {
      const saved = await call(updateProfile, { body })
      showEverywhere(saved)
      resetTo(toProfileValues(saved))
    }
    // Also if nothing was changed: the user pressed «Сохранить» and expects an answer.
    toast('Изменения сохранены')
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      errorTexts={{ ...nameFaultTexts, photo_unknown: 'Загрузите фото ещё раз' }}
      errorFields={{ 'goal.name': 'goal_name', 'goal.amount': 'goal_amount' }}
    >
      <Panel>
        <UploadField name="photo_url" label="Фото" fileType="avatar" hint="JPG или PNG" />
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
          <Button variant="ghost" full onClick={() => resetTo(savedValues)}>
            Отменить изменения
          </Button>
        )}
      </div>
    </Form>
  )
}
