type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Outlives a reload, in every tab of this browser. */
export const localStore = createStore(() => localStorage)
/** Outlives a reload, only in this tab. */
export const sessionStore = createStore(() => sessionStorage)

/**
 * A storage that never throws. Without a storage in the browser (a frame on another site, a WebView whose storage is
 * null), values last as long as the page. A full storage keeps the previous value of a key, and the value of a new key
 * lasts as long as the page. The server stores nothing, because its pages belong to different users.
 */
function createStore(open: () => Storage): Store {
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
 * An object stored as JSON under a key. `parse` returns null for an object of another shape, which an older release may
 * have stored. `read` returns null for such an object, and for text that is not JSON.
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
