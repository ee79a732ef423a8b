import { useEffect, useEffectEvent } from 'react'

/**
 * «Назад» closes overlays of the page before it leaves the page. Every open overlay has its own history entry above the
 * entry of the page. It has the address and the state of the page's entry, plus `overlays`: the overlay's number,
 * counted from the page. The router uses `pageEntries` instead of `history` and never learns of these entries.
 *
 * Invariant: `depth` follows the number of open overlays (`reconcile`). A traversal takes effect some milliseconds
 * after `history.go()`, so all other changes of the history wait until it has arrived.
 */
type EntryState = { idx?: number; overlays?: number } | null

type Overlay = { close: () => void }

/**
 * Going back fires no event if the browser has dropped the entries below. Where entries cannot be read (Safari before
 * 26.2, Firefox before 147), a traversal has this time to arrive: a later one would undo a navigation.
 */
const TRAVERSAL_TIMEOUT_MS = 2000

/** Overlays in the order in which they were opened. */
const overlays: Overlay[] = []
const whenArrived: (() => void)[] = []
let isTraversing = false
let arrivalTimer: ReturnType<typeof setTimeout> | undefined
let notifyRouter = () => {}
/** What the router wrote while an overlay was open. The entry of the page, below the overlay's, still has to get it. */
let unwritten: { state: unknown; url: string | undefined } | undefined
/** The number that the router gave the current entry, and the number of overlay entries that lead to it. */
let position: number | undefined
let depth = 0

let isListening = false

/** Starts with the first use, because servers import the router too, for its address patterns. */
function listen(): void {
  if (isListening) return
  isListening = true
  addEventListener('popstate', arrived)
  // The page was loaded on the entry of an overlay that is no longer open.
  reconcileSoon()
}

function readEntry(): void {
  const entry = history.state as EntryState
  position = entry?.idx
  depth = entry?.overlays ?? 0
}

function traverse(by: number): void {
  const isReachable = hasEntry(by)
  if (isReachable === false) {
    forgetOverlays()
    return
  }
  isTraversing = true
  if (isReachable === undefined) arrivalTimer = setTimeout(forgetOverlays, TRAVERSAL_TIMEOUT_MS)
  history.go(by)
}

/** Returns undefined where the browser does not expose it: no browser does for entries of another origin. */
function hasEntry(by: number): boolean | undefined {
  const { navigation } = globalThis as { navigation?: { currentEntry: { index: number } | null } }
  const index = navigation?.currentEntry?.index
  return index === undefined || by < -depth ? undefined : index + by >= 0
}

/** Turns the current entry into that of its page. */
function forgetOverlays(): void {
  const { overlays: _, ...state } = (history.state ?? {}) as { overlays?: number }
  history.replaceState(state, '')
  settle()
}

/** Handles that the user, the router or this module has moved to another entry. */
function arrived(): void {
  const left = position
  readEntry()
  const isSamePage = position === left
  // Keeps overlays that were opened while this module stepped back from the entry of another overlay.
  const closed = overlays.splice(!isSamePage ? 0 : isTraversing ? overlays.length : depth)
  for (const overlay of closed.reverse()) overlay.close()
  if (isSamePage && depth === 0 && unwritten) history.replaceState(unwritten.state, '', unwritten.url)
  if (!isSamePage || depth === 0) unwritten = undefined
  // If the router has navigated meanwhile, it is already where it wants to be.
  if (!isSamePage && whenArrived.length === 0) notifyRouter()
  settle()
}

function settle(): void {
  clearTimeout(arrivalTimer)
  isTraversing = false
  for (const call of whenArrived.splice(0)) call()
  reconcile()
}

/**
 * Gives each open overlay its entry, and steps back from entries of closed ones, also of those closed before a reload.
 */
function reconcile(): void {
  if (isTraversing) return
  readEntry()
  if (depth > overlays.length) traverse(overlays.length - depth)
  while (depth < overlays.length) {
    depth += 1
    history.pushState({ ...history.state, overlays: depth }, '')
  }
}

/**
 * Runs after the other updates of the task, so that the next overlay takes over the entry, or a navigation replaces it.
 */
function reconcileSoon(): void {
  setTimeout(reconcile)
}

function afterArrival(call: () => void): void {
  if (isTraversing) whenArrived.push(call)
  else call()
}

function opened(overlay: Overlay): () => void {
  listen()
  overlays.push(overlay)
  reconcile()
  return () => {
    const index = overlays.indexOf(overlay)
    if (index >= 0) overlays.splice(index, 1)
    reconcileSoon()
  }
}

/** The history without the entries of overlays, as the router reads and writes it. */
export const pageEntries = {
  get state() {
    return history.state
  },
  // The new page replaces the overlay's entry.
  push: (state: unknown, url: string) =>
    afterArrival(() => {
      if (depth > 0) history.replaceState(state, '', url)
      else addEntry(state, url)
      unwritten = undefined
      readEntry()
      reconcileSoon()
    }),
  replace: (state: object | null, url?: string) =>
    afterArrival(() => {
      if (depth > 0) unwritten = { state, url }
      history.replaceState(depth > 0 ? { ...state, overlays: depth } : state, '', url)
      readEntry()
    }),
  go: (by: number) =>
    afterArrival(() => {
      if (by < 0 && depth > 0) traverse(by - depth)
      else history.go(by)
    }),
}

/** Safari adds at most 100 entries in 10 s. Beyond that the page is loaded as a document. */
function addEntry(state: unknown, url: string): void {
  try {
    history.pushState(state, '', url)
  } catch {
    location.assign(url)
  }
}

/** Calls `listener` when the user has gone to the entry of another page. Returns a function that stops listening. */
export function onPageTraversal(listener: () => void): () => void {
  listen()
  notifyRouter = listener
  return () => {
    if (notifyRouter === listener) notifyRouter = () => {}
  }
}

/** While `open`, «Назад» closes the overlay and stays on the page. The overlay opened last closes first. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (open) return opened({ close: () => onBack() })
  }, [open])
}
