import { getProfile, type Profile, updateProfile } from '@portal/contracts/profile'
import { useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useQueryClient } from '@portal/shared/query'
import { toast, renamed as updateNameInMenu } from '@portal/shared/session/store'
import { useEffect, useState } from 'react'
import { readDraft, removeDraft, writeDraft } from './profile-draft.ts'
import { changedValues, ProfileValues, toProfileChanges, toProfileValues } from './profile-values.ts'

/**
 * The form starts from the saved profile, with the draft on top: the changes that were not saved last time. Only fields
 * that differ from the saved profile are sent.
 */
export function useProfileForm(profile: Profile) {
  const client = useQueryClient()
  const [savedValues, setSavedValues] = useState(() => toProfileValues(profile))
  const form = useZodForm(ProfileValues, { defaultValues: { ...savedValues, ...readDraft(profile.id) } })
  const draft = changedValues(savedValues, form.watch())
  const hasUnsavedChanges = Object.keys(draft).length > 0

  // Runs after each render on purpose: every change of a field renders the form.
  useEffect(() => {
    if (hasUnsavedChanges) writeDraft(profile.id, draft)
    else removeDraft(profile.id)
  })

  function resetTo(values: ProfileValues) {
    setSavedValues(values)
    form.reset(values)
  }

  async function save(values: ProfileValues) {
    const body = toProfileChanges(savedValues, values)
    if (Object.keys(body).length > 0) {
      const saved = await call(updateProfile, { body })
      client.setQueryData(apiQuery(getProfile, {}).queryKey, asReceived(saved))
      updateNameInMenu(saved.name)
      resetTo(toProfileValues(saved))
    }
    // Also if nothing has changed: the user pressed «Сохранить» and expects an answer.
    toast('Изменения сохранены')
  }

  return { form, save, hasUnsavedChanges, discardChanges: () => resetTo(savedValues) }
}
