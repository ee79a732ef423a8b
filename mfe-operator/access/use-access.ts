import { openOperatorAccess } from '@portal/contracts/admin/access'
import { ApiError } from '@portal/shared/http/api-error'
import { send, sign, useLeaving } from '../change/send.ts'

export function needsPasskey(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'passkey_required'
}

const nothing = { params: undefined, body: {} }

/** Opens the data of operators for an hour. Null if the operator cancels. @throws ApiError */
export async function openAccess(left?: AbortSignal): Promise<true | null> {
  const passkey = await sign(openOperatorAccess, nothing, left)
  if (!passkey) return null
  await send(openOperatorAccess, nothing, passkey)
  return true
}

/**
 * Returns a function that makes a read of a form. If the hour is over, it asks for the passkey first. It resolves to
 * null if the operator cancels or leaves.
 */
export function useAccess() {
  const leavingSignal = useLeaving()

  return async function withAccess<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await read()
    } catch (cause) {
      if (!needsPasskey(cause)) throw cause
      return (await openAccess(leavingSignal())) && (await read())
    }
  }
}
