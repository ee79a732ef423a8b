import { callingRemote } from './calling-remote.ts'
import { isInFrame } from './frame-parts.ts'
import { endsWith, hasEnded } from './opened-sections.ts'
import { changeArguments } from './replace-method.ts'

type Guarded = (this: unknown, event: Event) => void
const guardedListeners = new WeakMap<object, Guarded>()
/** Where a remote has added a guarded listener. `forget` forgets that it ends with the section. */
type Place = { of: EventTarget; phase: string; remote: string; forget(): void }
const placesOf = new WeakMap<object, Place[]>()

/** At one target, the browser distinguishes the listeners of one function by these: `click`, with `{ capture: true }` → `click true`. */
function phaseOf(type: unknown, options: unknown): string {
  return `${type} ${Boolean(typeof options === 'object' ? options && Reflect.get(options, 'capture') : options)}`
}

function forgetPlace(guarded: object, of: EventTarget, phase: string): void {
  const isRemoved = (place: Place) => place.of === of && place.phase === phase
  const places = placesOf.get(guarded)
  if (!places?.some(isRemoved)) return
  for (const { forget } of places.filter(isRemoved)) forget()
  const others = places.filter((place) => !isRemoved(place))
  placesOf.set(guarded, others)
}

/** A remote's listeners of the page get no events of the menu and the header, and keep none from the shell. */
export function guardListeners(realm: Window & typeof globalThis): void {
  const prototype = realm.EventTarget.prototype
  changeArguments(prototype, 'addEventListener', (args, target) => {
    const [type, listener, ...rest] = args
    // Without an object it is the window's.
    const of = (target ?? realm) as EventTarget
    const isShells = isInFrame(of) || of === Reflect.get(realm, 'navigation')
    if (!(isShells || isOfPage(of, realm)) || !listener) return args
    const remote = callingRemote()
    if (!remote) return args
    if (isShells || hasEnded(remote)) return [type, () => {}]
    const guarded = guardedListeners.get(listener) ?? limited(listener as EventListenerOrEventListenerObject)
    guardedListeners.set(listener, guarded)
    const phase = phaseOf(type, rest[0])
    const places = placesOf.get(guarded) ?? []
    placesOf.set(guarded, places)
    if (!places.some((place) => place.of === of && place.phase === phase && place.remote === remote)) {
      const end = () => of.removeEventListener(String(type), guarded, ...(rest as []))
      places.push({ of, phase, remote, forget: endsWith(remote, end) })
    }
    return [type, guarded, ...rest]
  })
  changeArguments(prototype, 'removeEventListener', ([type, listener, ...rest], target) => {
    if (!listener) return [type, listener, ...rest]
    const added = guardedListeners.get(listener) ?? listener
    forgetPlace(added, (target ?? realm) as EventTarget, phaseOf(type, rest[0]))
    return [type, added, ...rest]
  })
}

/** The window, the document, or an element that each section is in. */
function isOfPage(target: unknown, { document, window }: Window): boolean {
  const place = document.getElementById('content') ?? document.getElementById('root')
  return target === window || (target instanceof Node && target.contains(place))
}

/** One function for all listeners: an event accepts no second definition that differs. */
const ignored = { value: () => {} }

function limited(listener: EventListenerOrEventListenerObject): Guarded {
  return function (event) {
    if (isInFrame(event.target)) return
    // Such as `popstate`, by which the router follows the browser.
    if (event.target === event.currentTarget) {
      Object.defineProperties(event, { stopImmediatePropagation: ignored, stopPropagation: ignored })
    }
    if (typeof listener === 'function') listener.call(this as never, event)
    else listener.handleEvent(event)
  }
}
