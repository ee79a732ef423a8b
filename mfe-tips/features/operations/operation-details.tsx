import type { Operation } from '@portal/contracts/operation'
import { lazy, Suspense } from 'react'
import { OperationFacts } from './operation-facts.tsx'

/** Most operations are tips. Without a network the facts of the list stay. */
const OrderedOperation = lazy(() => import('./ordered-operation.tsx').catch(() => ({ default: OperationFacts })))

/** The details of an operation, for the sheet of a phone and for the place beside the list. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const { direction, payout_id: payoutId } = operation
  const facts = <OperationFacts operation={operation} />
  // What others have ordered arrives here as an incoming operation.
  if (direction === 'in' || !payoutId) return facts
  return (
    <Suspense fallback={facts}>
      <OrderedOperation key={payoutId} operation={operation} payoutId={payoutId} />
    </Suspense>
  )
}
