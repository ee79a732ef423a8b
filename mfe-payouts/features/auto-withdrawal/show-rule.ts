import { getAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import type { ResponseOf } from '@portal/contracts/endpoint'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import type { QueryClient } from '@portal/shared/query'

/** Shows the response to a change. Cancels a pending request, which may have read the rule before the change. */
export async function showRule(
  client: QueryClient,
  restId: string,
  response: ResponseOf<typeof getAutoWithdrawal>,
): Promise<void> {
  const { queryKey } = apiQuery(getAutoWithdrawal, { params: { restId } })
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, asReceived(response))
}
