import { listPasskeys } from '@portal/contracts/passkey'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { useHasPasskeys } from './prompt.ts'

/** Whether the user can confirm by a passkey in this browser; false if that fails to load. Undefined while it loads. */
export function useOwnPasskey(): boolean | undefined {
  const { data, isLoading } = useOwnPasskeys()
  return isLoading ? undefined : (data?.items.length ?? 0) > 0
}

/** Whether it is known that the user has no passkey for this browser: then a code is the only confirmation. */
export function useHasNoPasskey(): boolean {
  const hasPasskeys = useHasPasskeys()
  const { data } = useOwnPasskeys()
  return !hasPasskeys || data?.items.length === 0
}

function useOwnPasskeys() {
  return useQuery({ ...apiQuery(listPasskeys, {}), enabled: useHasPasskeys(), retry: false })
}
