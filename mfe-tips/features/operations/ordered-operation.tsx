import type { Operation } from '@portal/contracts/operation'
import { getPayout } from '@portal/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { OrderDetails } from '@portal/shared/order-details/order-details'
import { useQuery } from '@portal/shared/query'
import { OperationFacts } from './operation-facts.tsx'

/** What the user has ordered. Until it has loaded, and without a network, the facts of the list are shown. */
export function OrderedOperation({ operation, payoutId }: { operation: Operation; payoutId: string }) {
  const { data } = useQuery(apiQuery(getPayout, { params: { id: payoutId } }))
  if (!data) return <OperationFacts operation={operation} />
  return <OrderDetails payoutId={payoutId} comment={operation.comment} />
}
