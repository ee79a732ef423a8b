/** How many places of the page have a section of the remote. 0: it had some, and has none now. */
const places = new Map<string, number>()
/** What ends what the code of a remote has begun. */
const ends = new Map<string, Set<() => void>>()
const listeners = new Set<() => void>()

/** A section of the remote is in the page until the returned function is called. */
export function sectionOpened(remote: string): () => void {
  places.set(remote, (places.get(remote) ?? 0) + 1)
  return () => {
    places.set(remote, (places.get(remote) ?? 1) - 1)
    if (hasEnded(remote)) endOf(remote)
  }
}

function endOf(remote: string): void {
  for (const end of ends.get(remote) ?? []) end()
  ends.delete(remote)
  for (const listener of listeners) listener()
}

/** Calls `listener` when the last section of a remote has left the page. */
export function onSectionEnd(listener: () => void): void {
  listeners.add(listener)
}

/** Code that is loaded and not shown yet has not ended. */
export function hasEnded(remote: string): boolean {
  return places.get(remote) === 0
}

/** Whether any remote has. */
export function someEnded(): boolean {
  for (const count of places.values()) if (count === 0) return true
  return false
}

export function isOpen(remote: string): boolean {
  return (places.get(remote) ?? 0) > 0
}

/** Remotes that have a section in the page. */
export function openRemotes(): string[] {
  return [...places.keys()].filter(isOpen)
}

/** Calls `end` when the last section of the remote leaves the page, unless the returned function is called before. */
export function endsWith(remote: string, end: () => void): () => void {
  const all = ends.get(remote) ?? new Set()
  ends.set(remote, all.add(end))
  return () => {
    all.delete(end)
  }
}
