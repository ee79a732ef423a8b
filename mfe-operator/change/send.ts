import { startOperatorConfirmation } from '@portal/contracts/admin/access'
import { OperatorProposal } from '@portal/contracts/admin/proposal'
import { type BodyOf, type Endpoint, endpointPath, type ParamsOf, type ResponseOf } from '@portal/contracts/endpoint'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { isPasskeyFailure } from '@portal/shared/passkeys/passkey-failure'
import { signByPasskey } from '@portal/shared/passkeys/prompt'
import * as z from '@portal/shared/zod'
import { useEffect, useRef } from 'react'

export type Change<E extends Endpoint> = { params: ParamsOf<E>; body: BodyOf<E> }

/** A change was made, or stored as a proposal that another operator has to confirm. */
export type ChangeOutcome<E extends Endpoint> =
  | { response: ResponseOf<E>; proposal?: undefined }
  | { proposal: OperatorProposal; response?: undefined }

/**
 * Has a passkey sign exactly this change. Null if the operator cancels.
 * @throws ApiError, also when the device fails
 */
export async function sign<E extends Endpoint>(
  endpoint: E,
  { params, body }: Change<E>,
  left: AbortSignal | undefined,
): Promise<PasskeyAssertion | null> {
  const path = endpointPath(endpoint, params as Record<string, string> | undefined)
  const options = await call(startOperatorConfirmation, { body: { method: endpoint.method, path, body } as never })
  try {
    return await signByPasskey(options, left)
  } catch (cause) {
    if (!isPasskeyFailure(cause)) throw cause
    throw new ApiError(0, { code: 'passkey_failed', message: String(cause) })
  }
}

/** Sends a change with its signature. @throws ApiError */
export async function send<E extends Endpoint>(
  endpoint: E,
  change: Change<E>,
  passkey: PasskeyAssertion,
): Promise<ChangeOutcome<E>> {
  const headers = { 'X-Passkey': JSON.stringify(passkey) }
  const content = await call({ ...endpoint, response: z.unknown() } as Endpoint, change as never, { headers })
  const { data: proposal } = OperatorProposal.safeParse(content)
  if (proposal) return { proposal }
  return { response: endpoint.response?.parse(content) as ResponseOf<E> }
}

/** Returns a function that makes an abort signal. The newest signal aborts when the component unmounts. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  return function leavingSignal() {
    leaving.current = new AbortController()
    return leaving.current.signal
  }
}
