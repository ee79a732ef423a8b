import { rejectRemotes } from './reject-remotes.ts'
import { checkBefore } from './replace-method.ts'

/** What a remote may not call, because it takes something from all sections. */
const methods: Record<string, readonly string[]> = {
  Storage: ['clear'],
  Cache: ['add', 'addAll', 'delete', 'put'],
  CacheStorage: ['delete'],
  ServiceWorkerRegistration: ['unregister'],
  CSSStyleSheet: ['insertRule', 'addRule', 'deleteRule', 'removeRule', 'replace', 'replaceSync'],
}

export function guardShellsOwn(realm: typeof globalThis): void {
  for (const [type, names] of Object.entries(methods)) {
    // A browser may lack it, or have it over https alone.
    const prototype = Reflect.get(realm, type)?.prototype
    for (const name of prototype ? names : []) checkBefore(prototype, name, () => rejectRemotes(`${type}.${name}()`))
  }
  Object.freeze(realm.Storage.prototype)
}
