import { rejectRemotes } from './reject-remotes.ts'
import { checkBefore } from './replace-method.ts'

/** Those that block, stop, leave or close the page. The user has to have tapped something. */
const untapped = ['alert', 'confirm', 'prompt', 'print', 'open', 'stop', 'close']
/** Elements that change what the whole page may load, and from where. */
const ofPage = /^(meta|base)$/i

/** A remote navigates by the router of `shared`. It puts no other document in the place of this one, and does not block it. */
export function guardAddresses(realm: Window & typeof globalThis): void {
  for (const name of ['pushState', 'replaceState', 'back', 'forward', 'go']) {
    checkBefore(realm.History.prototype, name, () => rejectRemotes(`history.${name}()`))
  }
  for (const name of ['open', 'write', 'close']) {
    checkBefore(realm.document, name, () => rejectRemotes(`document.${name}()`))
  }
  for (const name of untapped) {
    checkBefore(realm, name, () => {
      if (realm.navigator.userActivation?.isActive === false) rejectRemotes(`${name}() without a tap`)
    })
  }
  checkBefore(realm.Document.prototype, 'createElement', ([name]) => {
    if (ofPage.test(name as string)) rejectRemotes(`<${name}>`)
  })
  checkBefore(realm.XMLHttpRequest.prototype, 'open', ([, , isAsynchronous]) => {
    if (isAsynchronous === false) rejectRemotes('XMLHttpRequest that blocks')
  })
  guardCookies(realm.Document.prototype)
  for (const name of ['set', 'delete']) {
    checkBefore(Reflect.get(realm, 'CookieStore')?.prototype ?? {}, name, () => rejectRemotes(`cookieStore.${name}()`))
  }
}

/** With too many of them the server rejects each request of the browser. */
function guardCookies(prototype: Document): void {
  const cookie = Object.getOwnPropertyDescriptor(prototype, 'cookie')
  Object.defineProperty(prototype, 'cookie', {
    ...cookie,
    set(this: Document, text: string) {
      rejectRemotes('document.cookie')
      cookie?.set?.call(this, text)
    },
  })
}
