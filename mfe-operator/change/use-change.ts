import { listProposals } from '@portal/contracts/admin/proposal'
import type { Decision as DecisionBody } from '@portal/contracts/admin/reason'
import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import type * as z from '@portal/shared/zod'
import { type Change, type ChangeOutcome, send, sign, useLeaving } from './send.ts'

type Effect<E extends Endpoint> = {
  /** What shows the change, and is read again. */
  affects: readonly Endpoint[]
  /** «Ресторан закрыт» */
  done: string | ((response: ResponseOf<E>) => string)
}

const proposedText = 'Предложение сохранено, подтвердит другой оператор'

/**
 * Returns a function that makes a change: a passkey signs it, then it is sent. It resolves to null if the operator
 * cancels, and throws an ApiError.
 */
export function useChange() {
  const client = useQueryClient()
  const leavingSignal = useLeaving()

  return async function sendSigned<E extends Endpoint>(
    endpoint: E,
    change: Change<E>,
    { affects, done }: Effect<E>,
  ): Promise<ChangeOutcome<E> | null> {
    const passkey = await sign(endpoint, change, leavingSignal())
    if (!passkey) return null
    let made: ChangeOutcome<E>
    try {
      made = await send(endpoint, change, passkey)
    } finally {
      // Runs even after a failure: the response may be lost although the change was made, or another change came first.
      await invalidate(client, listProposals, ...affects)
    }
    toast(made.proposal ? proposedText : typeof done === 'string' ? done : done(made.response))
    return made
  }
}

export type SendSigned = ReturnType<typeof useChange>

/** An endpoint whose request has an id and a reason, and nothing else. */
type DecisionEndpoint = Omit<Endpoint, 'params' | 'body'> & {
  params: z.ZodMiniType<{ id: string }>
  body: typeof DecisionBody
}

/** Returns a function that makes the `decide` of a `Decision`: `decide(closeRestaurant, id, 'Ресторан закрыт')`. */
export function useDecide(affects: readonly Endpoint[]) {
  const sendSigned = useChange()
  return (endpoint: DecisionEndpoint, id: string, done: string) => (reason: string) =>
    sendSigned(endpoint, { params: { id }, body: { reason } }, { affects, done })
}

export type Decide = ReturnType<typeof useDecide>
