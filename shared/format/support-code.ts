import type { ApiError } from '@portal/shared/http/api-error'

/**
 * The beginning of the request's id, short enough to be read out, by which the operator finds the request in the logs.
 * Undefined if the user is shown the reason of the failure.
 */
export function supportCode({ status, code, requestId, isRejectedUnread }: ApiError): string | undefined {
  const isUnexplained = (status >= 500 && !isRejectedUnread) || status === 400 || code === 'timeout'
  return isUnexplained ? requestId?.slice(0, 8) : undefined
}
