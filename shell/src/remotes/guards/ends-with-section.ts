import { callingRemote } from './calling-remote.ts'
import { guardListeners } from './listeners.ts'
import { endsWith, hasEnded, someEnded } from './opened-sections.ts'
import { rejectRemotes } from './reject-remotes.ts'
import { changeArguments, checkBefore } from './replace-method.ts'
import { report } from './report.ts'
import { releaseOf } from './responding.ts'

/**
 * Timers, streams and listeners of the whole page that a remote begins end with its section. Only calls from the files of the remote
 * itself count: what it begins through `shared`, such as a request, goes on.
 */
export function endWithSections(realm: Window & typeof globalThis): void {
  guardIntervals(realm)
  for (const name of ['setTimeout', 'requestAnimationFrame', 'requestIdleCallback'] as const) {
    // One that is pending still runs, such as a delayed save; it begins no other after the section has ended.
    changeArguments(realm, name, (args) => (endedCaller() ? [() => {}] : args))
  }
  for (const name of ['EventSource', 'WebSocket', 'BroadcastChannel'] as const) guardConnection(realm, name)
  guardObservers(realm)
  guardListeners(realm)
}

function endedCaller(): boolean {
  // A stack is much to capture for each frame of an animation.
  if (!someEnded()) return false
  const remote = callingRemote()
  return remote !== undefined && hasEnded(remote)
}

function guardIntervals(realm: Window & typeof globalThis): void {
  const { setInterval, clearInterval } = realm
  const forgets = new Map<unknown, () => void>()
  const guarded = (...args: Parameters<typeof setInterval>) => {
    const remote = callingRemote()
    if (remote && hasEnded(remote)) return 0
    const id = setInterval.apply(realm, args)
    if (remote) {
      const end = () => {
        forgets.delete(id)
        clearInterval.call(realm, id)
      }
      forgets.set(id, endsWith(remote, end))
    }
    return id
  }
  Object.assign(realm, { setInterval: guarded })
  // Either of them ends an interval.
  for (const name of ['clearInterval', 'clearTimeout']) {
    checkBefore(realm, name, ([id]) => {
      forgets.get(id)?.()
      forgets.delete(id)
    })
  }
}

/** Creates an object for a remote. `construct` calls the constructor of the browser. */
type Create = (remote: string, construct: (args: unknown[]) => object, args: unknown[]) => object

/** Objects that a remote itself creates are made by `create`. */
function guardConstructor(realm: typeof globalThis, name: keyof typeof globalThis, create: Create): void {
  const guarded = new Proxy(realm[name], {
    construct(target, args, newTarget) {
      const remote = callingRemote()
      const construct = (own: unknown[]) => Reflect.construct(target, own, newTarget)
      return remote ? create(remote, construct, args) : construct(args)
    },
  })
  Object.assign(realm, { [name]: guarded })
}

/** A remote has this many open at once; the browser opens six to a server, or a hundred by HTTP/2. */
const MAX_CONNECTIONS = 4

type Connection = EventTarget & { close(): void; readyState?: number }

function guardConnection(realm: typeof globalThis, name: 'EventSource' | 'WebSocket' | 'BroadcastChannel'): void {
  const open = new Map<string, Set<Connection>>()
  const closed = new WeakMap<object, () => void>()
  guardConstructor(realm, name, (remote, construct, args) => {
    const all = open.get(remote) ?? new Set()
    open.set(remote, all)
    if (hasEnded(remote) || all.size >= MAX_CONNECTIONS) rejectRemotes(`more than ${all.size} ${name}`)
    const connection = construct(args) as Connection
    const forget = endsWith(remote, () => connection.close())
    const onClosed = () => {
      all.delete(connection)
      forget()
    }
    all.add(connection)
    closed.set(connection, onClosed)
    // The server may close it, or the network. An EventSource that connects again is open.
    for (const event of ['close', 'error']) {
      connection.addEventListener(event, () => Number(connection.readyState) > 1 && onClosed())
    }
    return connection
  })
  checkBefore(realm[name].prototype, 'close', (_, connection) => closed.get(connection as object)?.())
}

/** Calls within one task: an observer that is called more often changes itself what it observes, and blocks the thread for ever. */
const MAX_CALLS_IN_TASK = 1_000

function guardObservers(realm: typeof globalThis): void {
  const remotes = new WeakMap<MutationObserver, string>()
  const forgets = new WeakMap<MutationObserver, () => void>()
  guardConstructor(realm, 'MutationObserver', (remote, construct, [callback]) => {
    let calls = 0
    const limited: MutationCallback = (records, observer) => {
      if (calls === 0) setTimeout(() => (calls = 0))
      calls += 1
      if (calls > MAX_CALLS_IN_TASK) {
        observer.disconnect()
        report(releaseOf(remote), 'ObserverLoop', 'It does not end')
      } else (callback as MutationCallback).call(observer, records, observer)
    }
    const observer = construct([limited]) as MutationObserver
    remotes.set(observer, remote)
    return observer
  })
  const { prototype } = realm.MutationObserver
  checkBefore(prototype, 'observe', (_, target) => {
    const observer = target as MutationObserver
    const remote = remotes.get(observer)
    if (!remote || forgets.has(observer)) return
    const end = () => observer.disconnect()
    forgets.set(observer, endsWith(remote, end))
  })
  checkBefore(prototype, 'disconnect', (_, target) => {
    const observer = target as MutationObserver
    forgets.get(observer)?.()
    forgets.delete(observer)
  })
}
