import { useSyncExternalStore } from 'react'
import type { OwnPath } from '../../manifest.ts'
import { handOver } from '../session/handed-over.ts'
import { loadPage, ownRouteAt } from './pages.ts'

type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** The entries of the history are written as react-router writes them: the portal's documents share it with these pages. */
type HistoryEntry = { usr?: unknown; key?: string } | null

export type To = string | { pathname?: string; search?: string }
export type NavigateOptions = { replace?: boolean | undefined; state?: unknown }

const listeners = new Set<() => void>()
let shown: Location = { pathname: '/login', search: '', hash: '', state: null, key: 'default' }
/** The location as the HTML was rendered, which knows nothing but the page: the first render has to equal it. */
let rendered = shown

/** Renders the page of a path in the build. */
export function prerenderAt(pathname: string): void {
  shown = { ...shown, pathname }
  rendered = shown
}

/** Follows the location of the document. Returns the page that it has; undefined: none of these. */
export function followLocation(): OwnPath | undefined {
  shown = read()
  // A reload shows no message again, which would also move what the HTML has already shown.
  const { passwordChanged: _, ...state } = (shown.state ?? {}) as { passwordChanged?: boolean }
  if (shown.state) shown = { ...shown, state }
  rendered = { ...shown, search: '', hash: '', state: null }
  addEventListener('popstate', () => {
    void open(location.href, show)
  })
  return ownRouteAt(shown.pathname)?.path
}

/** @see react-router: a path, what changes of the current one, or a number of entries. */
export function navigate(to: To | number, { replace = false, state = null }: NavigateOptions = {}): void {
  if (typeof to === 'number') {
    history.go(to)
    return
  }
  const href = hrefOf(to)
  const entry: HistoryEntry = { usr: state, key: Math.random().toString(36).slice(2, 10) }
  const enter = () => {
    if (replace) history.replaceState(entry, '', href)
    else history.pushState(entry, '', href)
    show()
    if (!replace) scrollTo(0, 0)
  }
  void open(href, enter, replace)
}

/** `{ search: '?back=%2Fout' }` → `/login?back=%2Fout` */
export function hrefOf(to: To, { pathname } = shown): string {
  return typeof to === 'string' ? to : (to.pathname ?? pathname) + (to.search ?? '')
}

/** Whether a navigation there ends this document. */
export function leaves(href: string): boolean {
  return ownRouteAt(new URL(href, location.href).pathname) === undefined
}

let lastNavigation = 0

/** Enters a page of these when its code is there, unless the user has gone on meanwhile, and loads any other as a document. */
async function open(href: string, enter: () => unknown, replace = false): Promise<void> {
  lastNavigation += 1
  const navigation = lastNavigation
  const isLast = () => navigation === lastNavigation
  const route = ownRouteAt(new URL(href, location.href).pathname)
  if (!route) return leave(href, replace)
  const loading = loadPage(route.path)
  if (!loading) enter()
  else
    await loading.then(
      () => isLast() && enter(),
      () => isLast() && leave(href, replace),
    )
}

function leave(href: string, replace: boolean): void {
  handOver()
  if (replace) location.replace(href)
  else location.assign(href)
}

function read(): Location {
  const { pathname, search, hash } = location
  const entry = history.state as HistoryEntry
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' }
}

function show(): void {
  shown = read()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLocation(): Location {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => rendered,
  )
}
