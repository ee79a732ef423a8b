import { getCard } from '@portal/contracts/bank-card'
import type { Endpoint } from '@portal/contracts/endpoint'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { getSbpPhone } from '@portal/contracts/sbp-phone'
import { invalidate } from '@portal/shared/http/query'
import { type QueryClient, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { useLeaveForm } from '../../leave-form/use-leave-form.ts'
import { listPath } from './method-text.ts'

/** Saves what has changed, on every submit, and goes back to the list. */
export function useSaveMethod(get: Endpoint): (save: () => Promise<unknown>) => Promise<void> {
  const client = useQueryClient()
  const leaveForm = useLeaveForm()
  return async (save) => {
    await save()
    removeCachedMethods(client)
    await invalidate(client, listPayoutMethods, listPayoutTerms, get)
    toast('Сохранено')
    leaveForm(listPath)
  }
}

/** Another method may have become the default, or ceased to be: a form must not begin with what was loaded before. */
export function removeCachedMethods(client: QueryClient): void {
  const paths: unknown[] = [getCard.path, getSbpPhone.path]
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey: [path] }) => paths.includes(path) })
}

/** `{ label: 'Новая', is_default: true }`: returns only the fields that differ from what is stored. */
export function changedFields<T extends object>(values: T, before: object): Partial<T> {
  const was = before as Record<string, unknown>
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => was[name] !== value)) as Partial<T>
}
