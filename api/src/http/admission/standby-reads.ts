import type { Endpoint } from '@portal/contracts/endpoint'

/** Whether a standby may serve the request, which then shows what was committed some moments ago. Operators and services need the newest. */
export function mayReadStandby(endpoint: Endpoint | null): boolean {
  return endpoint?.method === 'GET' && ['user', 'anyone'].includes(endpoint.access) && !endpoint.newest
}
