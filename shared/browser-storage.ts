type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What outlives a reload, in every tab of this browser. */
export const localStore = storeOf(() => localStorage)
/** What outlives a reload, in this tab alone. */
export const sessionStore = storeOf(() => sessionStorage)

/**
 * A storage that never throws. Where the browser denies the real one (a frame on another site, storage switched off), its
 * values last as long as the page; a full storage leaves the previous value.
 */
function storeOf(open: () => Storage): Store {
  const values = new Map<string, string>()
  const ofPage: Store = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
  const opened = (): Store => {
    try {
      return open()
    } catch {
      return ofPage
    }
  }
  return {
    getItem: (key) => opened().getItem(key),
    setItem(key, value) {
      try {
        opened().setItem(key, value)
      } catch {}
    },
    removeItem: (key) => opened().removeItem(key),
  }
}

/** Returns whether this tab holds a draft or an order that is under way, which the page that it is of shows at once. */
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
