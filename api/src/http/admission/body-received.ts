import type { IncomingMessage } from 'node:http'

/**
 * Calls `next` when the body has been received, or as much of it as is buffered: a place among the running requests is
 * not held while a slow connection brings it. Most bodies come in one packet with their headers.
 */
export function whenBodyReceived(request: IncomingMessage, next: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const isReceived = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const check = () => {
    if (!isReceived()) return
    request.off('readable', check)
    next()
  }
  if (encoding === undefined && (length === undefined || length === '0')) next()
  else
    process.nextTick(() => {
      if (isReceived()) next()
      else request.on('readable', check)
    })
}
