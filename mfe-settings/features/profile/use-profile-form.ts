import { getProfile, type Profile, updateProfile } from '@portal/contracts/profile'
import { getSessionBootstrap } from '@portal/contracts/session'
import { useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useQueryClient } from '@portal/shared/query'
import { toast, renamed as updateNameInMenu } from '@portal/shared/session/store'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ProfileDraft, readDraft, removeDraft, writeDraft } from './profile-draft.ts'
import { changedValues, ProfileValues, toProfileChanges, toProfileValues } from './profile-values.ts'

/**
 * The form starts from the saved profile, with the draft on top: the changes that were not saved last time. Only fields
 * that differ from the saved profile are sent.
 */
export function useProfileForm(profile: Profile) {
  const client = useQueryClient()
  const [savedValues, setSavedValues] = useState(() => toProfileValues(profile))
  const form = useZodForm(ProfileValues, { defaultValues: { ...savedValues, ...readDraft(profile.id) } })
  const [hasUnsavedChanges, setUnsavedChanges] = useState(() => !isEmpty(changedValues(savedValues, form.getValues())))

  function keepDraft(changes: ProfileDraft) {
    if (isEmpty(changes)) removeDraft(profile.id)
    else writeDraft(profile.id, changes)
    setUnsavedChanges(!isEmpty(changes))
  }

  // Subscribed rather than read in each render, so that typing does not render the whole form.
  const valuesChanged = useEffectEvent((values: ProfileValues) => keepDraft(changedValues(savedValues, values)))
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => valuesChanged(values) }),
    [form],
  )

  function resetTo(values: ProfileValues) {
    form.reset(values)
    setSavedValues(values)
    // Last: `reset` tells the subscriber, which still compares with the former saved values.
    keepDraft({})
  }

  async function save(values: ProfileValues) {
    const body = toProfileChanges(savedValues, values)
    if (!isEmpty(body)) {
      const saved = await call(updateProfile, { body })
      client.setQueryData(apiQuery(getProfile, {}).queryKey, asReceived(saved))
      updateNameInMenu(saved.name)
      client.setQueryData(
        apiQuery(getSessionBootstrap, {}).queryKey,
        (session) => session && asReceived({ ...session, user: { ...session.user, photo_url: saved.photo_url } }),
      )
      resetTo(toProfileValues(saved))
    }
    // Also if nothing has changed: the user pressed «Сохранить» and expects an answer.
    toast('Изменения сохранены')
  }

  return { form, save, hasUnsavedChanges, discardChanges: () => resetTo(savedValues) }
}

function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0
}
