type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What outlives a reload, in every tab of this browser. */
export const localStore = storeOf(() => localStorage)
/** What outlives a reload, only in this tab. */
export const sessionStore = storeOf(() => sessionStorage)

/**
 * A storage that never throws. Where the browser has none (a frame on another site, a WebView whose storage is null),
 * values last as long as the page. A full storage keeps the previous value of a key; the value of a new key lasts as
 * long as the page. The server, where a page follows that of another user, stores nothing.
 */
function storeOf(open: () => Storage): Store {
  const unstored = new Map<string, string>()
  return {
    getItem(key) {
      const ofPage = unstored.get(key) ?? null
      try {
        return open().getItem(key) ?? ofPage
      } catch {
        return ofPage
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value)
        unstored.delete(key)
      } catch {
        if (typeof document === 'object') unstored.set(key, value)
      }
    },
    removeItem(key) {
      unstored.delete(key)
      try {
        open().removeItem(key)
      } catch {}
    },
  }
}

/** Returns whether this tab holds a draft or an order that is under way, which its page shows immediately. */
export function hasDraft(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => /^chaevye:.*-(draft|order)\b/.test(key))
  } catch {
    return false
  }
}

/**
 * An object that a store has under a key, as JSON. `parse` returns null for an object of another shape, which an older
 * release may have stored; `read` returns null then too, as for what is no JSON.
 */
export function storedObject<T extends object>(store: Store, key: string, parse: (stored: Partial<T>) => T | null) {
  return {
    read(): T | null {
      try {
        const stored: unknown = JSON.parse(store.getItem(key) ?? 'null')
        return stored && typeof stored === 'object' ? parse(stored) : null
      } catch {
        return null
      }
    },
    write: (value: T): void => store.setItem(key, JSON.stringify(value)),
    remove: (): void => store.removeItem(key),
  }
}
