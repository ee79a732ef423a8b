import { addPasskey, listPasskeys, type NewPasskey } from '@portal/contracts/passkey'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { rememberWayIn } from '@portal/shared/passkeys/way-in'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { useState } from 'react'
import { useLeaveForm } from '../../leave-form/use-leave-form.ts'

/**
 * Adds the passkey that the device has created, makes passkeys the first choice of the next sign-in here, and opens the
 * list. If the response was lost, the list tells whether the passkey was added.
 * @throws ApiError when it was not
 */
export function useAddPasskey(): (created: NewPasskey) => Promise<void> {
  const client = useQueryClient()
  const leaveForm = useLeaveForm()
  const { data } = useSuspenseQuery(apiQuery(listPasskeys, {}))
  const [before] = useState(() => new Set(data.items.map(({ id }) => id)))

  async function wasAdded(): Promise<boolean> {
    try {
      const { items } = await call(listPasskeys, {})
      return items.some(({ id }) => !before.has(id))
    } catch {
      return false
    }
  }

  return async (created) => {
    try {
      await call(addPasskey, { body: created })
    } catch (cause) {
      if (!(cause instanceof ApiError && (await wasAdded()))) throw cause
    }
    rememberWayIn('passkey')
    await invalidate(client, listPasskeys)
    toast('Ключ доступа добавлен')
    leaveForm('/settings/passkeys')
  }
}
