import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { rejectRemotes } from './reject-remotes.ts'
import { checkBefore } from './replace-method.ts'

const ofAll = ['clear', 'mount', 'unmount', 'setDefaultOptions', 'setQueryDefaults', 'setMutationDefaults']
const withFilter = ['cancel', 'invalidate', 'refetch', 'remove', 'reset'].map((verb) => `${verb}Queries`)

/** A remote reads, changes and invalidates what it names; the cache as a whole, with the session in it, is of all sections. */
export function guardQueryClient(client: QueryClient): void {
  for (const name of [...ofAll, ...withFilter, 'setQueriesData']) {
    checkBefore(client, name, ([filters]) => {
      if (ofAll.includes(name) || Object.keys(filters ?? {}).length === 0) rejectRemotes(`QueryClient.${name}()`)
    })
  }
  checkBefore(client, 'setQueryData', ([key = [], update]) => {
    if (!isAsContract(client, key as QueryKey, update)) rejectRemotes('setQueryData() against its contract')
  })
  for (const cache of [client.getQueryCache(), client.getMutationCache()]) {
    checkBefore(cache, 'clear', () => rejectRemotes('QueryCache.clear()'))
    Object.freeze(cache)
  }
  Object.freeze(client)
}

/** What all sections show of a response is what its contract says. Undefined as the data changes nothing. */
function isAsContract(client: QueryClient, key: QueryKey, update: unknown): boolean {
  const query = client.getQueryCache().find({ queryKey: key })
  const data: unknown = typeof update === 'function' ? update(query?.state.data) : update
  return data === undefined || query?.meta?.endpoint.response?.safeParse(data).success !== false
}
