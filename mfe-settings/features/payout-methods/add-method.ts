import { listPayoutMethods, listPayoutTerms, type PayoutMethod } from '@portal/contracts/payout-method'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { useState } from 'react'
import { useLeaveForm } from '../../leave-form/use-leave-form.ts'
import { listPath } from './method-text.ts'

type Adding = {
  add: () => Promise<PayoutMethod>
  /** Whether a method of the list is the requested one. */
  isIt: (method: PayoutMethod) => boolean
  toastText: string
}

/**
 * Adds a method and goes back to the list. If the response was lost and the code is used up, a method that the list did
 * not have when the form was opened is the added one.
 */
export function useAddMethod(): (adding: Adding) => Promise<void> {
  const client = useQueryClient()
  const leaveForm = useLeaveForm()
  const { data } = useSuspenseQuery(apiQuery(listPayoutMethods, { query: {} }))
  const [before] = useState(() => new Set(data.items.map(({ id }) => id)))

  async function wasAdded(isIt: Adding['isIt']): Promise<boolean> {
    try {
      const { items } = await call(listPayoutMethods, { query: {} })
      return items.some((method) => !before.has(method.id) && isIt(method))
    } catch {
      return false
    }
  }

  return async ({ add, isIt, toastText }) => {
    try {
      await add()
    } catch (cause) {
      if (!(cause instanceof ApiError && (await wasAdded(isIt)))) throw cause
    }
    await invalidate(client, listPayoutMethods, listPayoutTerms)
    toast(toastText)
    leaveForm(listPath)
  }
}
