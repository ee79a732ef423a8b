import { Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { callingRemote } from './calling-remote.ts'
import { endsWith } from './opened-sections.ts'
import { rejectRemotes } from './reject-remotes.ts'
import { changeArguments, checkBefore, replaceMethod } from './replace-method.ts'
import { releaseOf } from './responding.ts'

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
    const query = client.getQueryCache().find({ queryKey: key as QueryKey })
    const data: unknown = typeof update === 'function' ? update(query?.state.data) : update
    if (!isAsContract(query, data)) rejectRemotes('setQueryData() against its contract')
  })
  // The responses that the server has rendered with are there already.
  for (const { state } of client.getQueryCache().getAll()) freezeAll(state.data)
  for (const cache of [client.getQueryCache(), client.getMutationCache()]) {
    checkBefore(cache, 'clear', () => rejectRemotes('QueryCache.clear()'))
    guardSubscribe(cache)
    Object.freeze(cache)
  }
  Object.freeze(client)
}

/** What all sections show of a response is what its contract says. Undefined as the data changes nothing. */
function isAsContract(query: Query | undefined, data: unknown): boolean {
  return data === undefined || query?.meta?.endpoint?.response?.safeParse(data).success !== false
}

/** The cache calls its listeners while it stores a response: what one of them throws would end the request of another section. */
function guardSubscribe(cache: object): void {
  replaceMethod(cache, 'subscribe', (subscribe) => (listener) => {
    const remote = callingRemote()
    if (!remote) return subscribe(listener)
    const end = subscribe((event: unknown) => {
      try {
        ;(listener as (event: unknown) => void)(event)
      } catch (error) {
        window.portal.note({ error, release: releaseOf(remote) })
      }
    }) as () => void
    const forget = endsWith(remote, end)
    return () => {
      forget()
      end()
    }
  })
}

/** Queries of a contract that were requested without it: what they respond may be anything. */
const unchecked = new WeakSet<object>()

/** The queries themselves: a remote reaches those of others by their keys. */
export function guardQueries(): void {
  changeArguments(Query.prototype, 'setOptions', ([options, ...rest], query) => {
    const { meta } = (query as Query).options ?? {}
    if (!meta || (options as Query['options'] | undefined)?.meta) return [options, ...rest]
    unchecked.add(query as Query)
    return [{ ...(options as Query['options']), meta }, ...rest]
  })
  replaceMethod(
    Query.prototype,
    'setData',
    (setData) =>
      function (this: unknown, ...args) {
        const query = this as Query
        if ((unchecked.has(query) || callingRemote()) && !isAsContract(query, args[0])) {
          throw new TypeError(`The data of ${query.queryHash} are not of its contract`)
        }
        const data = setData.apply(query, args)
        if (query.meta) freezeAll(data)
        return data
      },
  )
}

/** All sections share the response of a query: what one of them deletes in place is gone for the others. */
function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeAll(part)
}
