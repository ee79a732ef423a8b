import { getBalance } from '@portal/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

let remote: string | undefined
// Only a browser has the stack of a release.
vi.mock('./calling-remote.ts', () => ({ callingRemote: () => remote }))

const { guardAddresses } = await import('./addresses.ts')
const { guardQueries, guardQueryClient } = await import('./query-client.ts')
const { guardShellsOwn } = await import('./shells-own.ts')

afterEach(() => {
  remote = undefined
})

test('the cache as a whole is the shell’s', () => {
  const client = new QueryClient()
  guardQueryClient(client)
  client.setQueryData(['session'], 'Анна')
  remote = 'mfe-tips'
  for (const take of [
    () => client.clear(),
    () => client.removeQueries(),
    () => client.getQueryCache().clear(),
    () => client.setDefaultOptions({ queries: { enabled: false } }),
    () => client.setQueriesData({}, () => null),
  ]) {
    expect(take).toThrow('mfe-tips may not use')
  }
  expect(() => Object.assign(client, { fetchQuery: null })).toThrow(TypeError)
  client.removeQueries({ queryKey: ['tips'] })
  expect(client.getQueryData(['session'])).toBe('Анна')
  remote = undefined
  client.clear()
  expect(client.getQueryData(['session'])).toBeUndefined()
})

test('a response in the cache stays one of its contract', () => {
  const client = new QueryClient()
  guardQueryClient(client)
  const query = apiQuery(getBalance, { params: { restId: 'r1' } })
  const balance = { balance: 300, pending: 0, avg_sum: 100, updated_at: '2026-11-24T12:00:00Z' }
  const end = new QueryObserver(client, { ...query, enabled: false }).subscribe(() => {})
  client.setQueryData(query.queryKey, balance)
  remote = 'mfe-tips'
  for (const other of [0, {}, () => null]) {
    expect(() => client.setQueryData(query.queryKey as readonly unknown[], other)).toThrow(
      'mfe-tips may not use setQueryData()',
    )
  }
  client.setQueryData(query.queryKey, (former) => former && { ...former, pending: 5 })
  client.setQueryData(['draft'], 0)
  expect(client.getQueryData(query.queryKey)).toEqual({ ...balance, pending: 5 })
  end()
})

/** A client whose query of a balance has been requested by another section. */
async function withBalance() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const query = apiQuery(getBalance, { params: { restId: 'r1' } })
  const balance = { balance: 300, pending: 0, avg_sum: 100, updated_at: '2026-11-24T12:00:00Z' }
  await client.fetchQuery({ ...query, queryFn: () => balance })
  guardQueryClient(client)
  return { client, query, balance, cached: client.getQueryCache().find(query) }
}

test('a request of another section’s query stays one of its contract', async () => {
  guardQueries()
  const { client, query, balance, cached } = await withBalance()
  const { queryKey } = query
  await expect(client.fetchQuery({ queryKey, queryFn: () => 0 as never })).rejects.toThrow('not of its contract')
  expect(client.getQueryData(queryKey)).toEqual(balance)
  await client.fetchQuery({ queryKey, queryFn: () => ({ ...balance, pending: 5 }) })
  remote = 'mfe-tips'
  expect(() => cached?.setData(0 as never)).toThrow('not of its contract')
  expect(() => client.setQueryData(queryKey, 0 as never)).toThrow('mfe-tips may not use setQueryData()')
  expect(client.getQueryData(queryKey)).toEqual({ ...balance, pending: 5 })
})

test('a response is not changed in place', async () => {
  guardQueries()
  const { client, query } = await withBalance()
  const data = client.getQueryData(query.queryKey)
  expect(() => Object.assign(data ?? {}, { balance: 0 })).toThrow(TypeError)
  client.setQueryData(['draft'], { sum: 1 })
  expect(() => Object.assign(client.getQueryData(['draft']) ?? {}, { sum: 2 })).not.toThrow()
})

test('nor is one that was there before', () => {
  const client = new QueryClient()
  client.setQueryData(['seeded'], { sum: 1 })
  guardQueryClient(client)
  expect(() => Object.assign(client.getQueryData(['seeded']) ?? {}, { sum: 2 })).toThrow(TypeError)
})

test('a remote’s listener of the cache takes nothing down and ends with its section', async () => {
  const note = vi.fn()
  vi.stubGlobal('portal', { note })
  const { client } = await withBalance()
  const { sectionOpened } = await import('./opened-sections.ts')
  const close = sectionOpened('mfe-tips')
  const error = new Error('injected')
  const listener = vi.fn(() => {
    throw error
  })
  remote = 'mfe-tips'
  client.getQueryCache().subscribe(listener)
  remote = undefined
  client.setQueryData(['draft'], 1)
  expect(note).toHaveBeenCalledWith({ error, release: expect.objectContaining({ remote: 'mfe-tips' }) })
  expect(client.getQueryData(['draft'])).toBe(1)
  close()
  listener.mockClear()
  client.setQueryData(['draft'], 2)
  expect(listener).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('the storage and the sheets are everybody’s', () => {
  const done: string[] = []
  class Storage {
    clear() {
      done.push('clear')
    }
  }
  class CSSStyleSheet {
    deleteRule() {
      done.push('deleteRule')
    }
  }
  guardShellsOwn({ CSSStyleSheet, Storage } as never)
  remote = 'mfe-tips'
  expect(() => new CSSStyleSheet().deleteRule()).toThrow('mfe-tips may not use CSSStyleSheet.deleteRule()')
  expect(() => new Storage().clear()).toThrow('mfe-tips may not use Storage.clear()')
  remote = undefined
  new Storage().clear()
  expect(done).toEqual(['clear'])
})

test('a remote navigates by the router alone, opens no other document, and blocks none', () => {
  const done: unknown[] = []
  class History {
    pushState(address: string) {
      done.push(address)
    }
  }
  class Document {
    createElement(name: string) {
      done.push(name)
    }
    open() {
      done.push('open')
    }
    set cookie(text: string) {
      done.push(text)
    }
  }
  class XMLHttpRequest {
    open(...[, , isAsynchronous]: [method: string, address: string, isAsynchronous?: boolean]) {
      done.push(isAsynchronous)
    }
  }
  class CookieStore {
    set(name: string) {
      done.push(name)
    }
  }
  const realm = {
    ...{ CookieStore, History, Document, XMLHttpRequest, document: new Document(), alert: () => done.push('alert') },
    navigator: { userActivation: { isActive: false } },
  }
  guardAddresses(realm as never)
  remote = 'mfe-tips'
  const { document } = realm
  expect(() => new History().pushState('/a')).toThrow('mfe-tips may not use history.pushState()')
  expect(() => document.open()).toThrow('mfe-tips may not use document.open()')
  expect(() => Object.assign(document, { cookie: 'a=1' })).toThrow('mfe-tips may not use document.cookie')
  expect(() => new CookieStore().set('c')).toThrow('mfe-tips may not use cookieStore.set()')
  expect(() => document.createElement('META')).toThrow('mfe-tips may not use <META>')
  expect(() => new XMLHttpRequest().open('GET', '/', false)).toThrow('mfe-tips may not use XMLHttpRequest that blocks')
  expect(() => realm.alert()).toThrow('mfe-tips may not use alert() without a tap')
  document.createElement('div')
  new XMLHttpRequest().open('GET', '/')
  realm.navigator.userActivation.isActive = true
  realm.alert()
  remote = undefined
  new History().pushState('/b')
  document.cookie = 'b=2'
  new CookieStore().set('c')
  expect(done).toEqual(['div', undefined, 'alert', '/b', 'b=2', 'c'])
})
