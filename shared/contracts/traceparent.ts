/**
 * Returns the `traceparent` header (W3C Trace Context) of a request. Its trace has the id of the request, without
 * hyphens. The span before it is sent nowhere: its id is the second half of the trace's id.
 */
export function toTraceparent(requestId: string): string {
  const traceId = requestId.replace(/-/g, '')
  return `00-${traceId}-${traceId.slice(16)}-00`
}
