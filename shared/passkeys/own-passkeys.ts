import { listPasskeys } from '@portal/contracts/passkey'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { useHasPasskeys } from './prompt.ts'

/** Whether the user can confirm by a passkey in this browser; false if that fails to load. Undefined while it loads. */
export function useOwnPasskey(): boolean | undefined {
  const { data, isLoading } = useQuery({ ...apiQuery(listPasskeys, {}), enabled: useHasPasskeys(), retry: false })
  return isLoading ? undefined : (data?.items.length ?? 0) > 0
}
