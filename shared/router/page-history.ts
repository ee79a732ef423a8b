import { createPath, type Location, type Path, type To } from 'react-router-dom'
import { onPageTraversal, pageEntries } from '../overlay-history.ts'

/** The history that a router follows and writes. */
export type PageHistory = {
  location: Location
  push: (location: Location) => void
  replace: (location: Location) => void
  go: (by: number) => void
  /** Calls `listener` when the user has gone to another entry. Returns a function that stops listening. */
  listen: (listener: () => void) => () => void
}

/** The key of a location whose entry the browser has made, such as a link to an element of the page. */
export const defaultKey = 'default'

/** The state of a history entry, as react-router writes it. `idx` numbers the entries of the portal in this tab. */
type EntryState = { usr?: unknown; key?: string; idx?: number } | null

/** The history of the browser, without the entries of open overlays. */
export function browserHistory(): PageHistory {
  const entry = (): EntryState => pageEntries.state
  const position = () => entry()?.idx ?? 0
  if (entry()?.idx === undefined) pageEntries.replace({ ...entry(), idx: 0 })
  return {
    get location() {
      const { pathname, search, hash } = window.location
      return { pathname, search, hash, state: entry()?.usr ?? null, key: entry()?.key ?? defaultKey }
    },
    push: (location) => pageEntries.push(entryState(location, position() + 1), createPath(location)),
    replace: (location) => pageEntries.replace(entryState(location, position()), createPath(location)),
    go: pageEntries.go,
    listen: onPageTraversal,
  }
}

function entryState({ state, key }: Location, idx: number): EntryState {
  return { usr: state, key, idx }
}

/** The history of a page that a server renders, which nobody leaves. */
export function fixedHistory(path: Partial<Path>): PageHistory {
  const stay = () => {}
  return {
    location: { pathname: '/', search: '', hash: '', ...path, state: null, key: defaultKey },
    push: stay,
    replace: stay,
    go: stay,
    listen: () => stay,
  }
}

/** An address as the browser writes it: `/list/Ю` → `/list/%D0%AE`. */
export function encodeAddress(to: To): Path {
  const { pathname, search, hash } = new URL(window.location.origin + (typeof to === 'string' ? to : createPath(to)))
  return { pathname, search, hash }
}
