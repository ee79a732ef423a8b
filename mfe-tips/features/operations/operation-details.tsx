import type { Operation } from '@portal/contracts/operation'
import { useEffect, useState } from 'react'
import { OperationFacts } from './operation-facts.tsx'

/** The details of an operation, for the sheet of a phone and for the place beside the list. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const { direction, payout_id: payoutId } = operation
  // What others have ordered arrives here as an incoming operation.
  if (direction === 'in' || !payoutId) return <OperationFacts operation={operation} />
  return <OrderedDetails key={payoutId} operation={operation} payoutId={payoutId} />
}

/**
 * Most operations are tips, so this code is no part of the page. Without a network the facts of the list stay, and the
 * next opening loads it again.
 */
function OrderedDetails(props: { operation: Operation; payoutId: string }) {
  const [{ OrderedOperation }, setLoaded] = useState<Partial<typeof import('./ordered-operation.tsx')>>({})
  useEffect(() => {
    import('./ordered-operation.tsx').then(setLoaded, () => {})
  }, [])
  return OrderedOperation ? <OrderedOperation {...props} /> : <OperationFacts operation={props.operation} />
}
