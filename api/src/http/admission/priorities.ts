import { type Endpoint, isDownload, type Priority } from '@portal/contracts/endpoint'

const order = ['money', 'session', 'list', 'background'] as const satisfies readonly Priority[]

/** 0 is served first. */
export function priorityOf(endpoint: Endpoint | null): number {
  return order.indexOf(endpoint ? (endpoint.priority ?? defaultOf(endpoint)) : 'list')
}

export function priorityName(priority: number): Priority {
  return order[priority] ?? 'background'
}

/** A change is what a person has just confirmed; a file can be fetched later. */
function defaultOf(endpoint: Endpoint): Priority {
  const { method, beacon, access } = endpoint
  if (beacon || access === 'monitor' || isDownload(endpoint)) return 'background'
  return method === 'GET' ? 'list' : 'session'
}
