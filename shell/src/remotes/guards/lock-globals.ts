/**
 * Globals that the shell, `shared` and the federation use, and that no remote may replace. `*`: their own properties and methods are
 * locked too, and those of their prototypes.
 */
const globals = `Array* Boolean* Date* Error Function* Intl* JSON* Map* Math* Number* Object* Promise* Proxy Reflect* RegExp Set*
String* Symbol* WeakMap* WeakSet AbortController* AbortSignal* Blob BroadcastChannel CustomElementRegistry* Document* Element* Event EventSource
EventTarget* FormData HTMLElement* Headers* History* IntersectionObserver MessageChannel MessagePort* MutationObserver* Navigator* Node*
Request ResizeObserver Response* URL URLSearchParams* WebSocket XMLHttpRequest* cancelAnimationFrame clearInterval clearTimeout console*
customElements decodeURI decodeURIComponent encodeURI encodeURIComponent fetch getComputedStyle matchMedia queueMicrotask reportError
requestAnimationFrame requestIdleCallback scroll scrollBy scrollTo setInterval setTimeout structuredClone crypto history localStorage
navigator* performance sessionStorage portal federationForRemotes __FEDERATION__`

/**
 * Methods that objects replace for themselves by an assignment, which a locked method of the prototype would forbid: the classes of
 * libraries have a `toString`, the list of a bundle's chunks has its own `push`, the polyfills of core-js have a map with own methods,
 * the dates of a calendar have all methods of their time zone.
 */
const replacedByObjects: Record<string, readonly string[]> = {
  Object: ['constructor', 'hasOwnProperty', 'toLocaleString', 'toString', 'valueOf'],
  Function: ['constructor', 'toString'],
  Array: ['push'],
  Date: Object.getOwnPropertyNames(Date.prototype),
  WeakMap: ['get', 'has', 'set'],
}

/**
 * Locks what the language and the browser give to all code of the page. A remote that assigns to it gets a TypeError, and its section
 * fails, instead of those of all other teams.
 */
export function lockGlobals(realm: typeof globalThis): void {
  for (const [, name = '', mark] of globals.matchAll(/(\w+)(\*?)/g)) {
    if (mark) lockContents(name, Reflect.get(realm, name))
    lockProperty(realm, name)
  }
  // Each loop and spread of a list calls its `next`.
  Object.freeze(Object.getPrototypeOf(new realm.Array()[Symbol.iterator]()))
  for (const name of Object.getOwnPropertyNames(realm.Intl)) lockContents(name, Reflect.get(realm.Intl, name))
  // One of its own would hide that of its prototype.
  const title = Object.getOwnPropertyDescriptor(realm.Document.prototype, 'title')
  if (title) Object.defineProperty(realm.document, 'title', { ...title, configurable: false })
}

function lockContents(name: string, object: object | undefined): void {
  if (!object) return
  const prototype: object | undefined = Reflect.get(object, 'prototype')
  if (prototype) {
    for (const method of replacedByObjects[name] ?? []) allowOwn(prototype, method)
    Object.freeze(prototype)
  }
  Object.freeze(object)
}

/** Firefox keeps the properties of a window configurable, and then the assignment alone is rejected. */
export function lockProperty(object: object, name: string): void {
  const property = Object.getOwnPropertyDescriptor(object, name)
  if (!property) return
  const locked = 'value' in property ? { writable: false } : {}
  Reflect.defineProperty(object, name, { ...property, ...locked, configurable: false })
}

/** Locks a method of a prototype and lets the objects that inherit it have their own. */
function allowOwn(prototype: object, name: string): void {
  const value: unknown = Reflect.get(prototype, name)
  Object.defineProperty(prototype, name, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`${name} is locked: all code of the page uses it`)
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
  })
}
