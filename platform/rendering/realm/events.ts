// Events and signals of the web, as much of them as libraries use without a browser.

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void }

export class Event {
  readonly type: string
  target: EventTarget | null = null

  constructor(type: string) {
    this.type = `${type}`
  }
}

export class EventTarget {
  /** By their type. The value says whether a listener is called only once. */
  readonly #listeners = new Map<string, Map<Listener, boolean>>()

  addEventListener(type: string, listener: Listener, options?: boolean | { once?: boolean }): void {
    const listeners = this.#listeners.get(type) ?? new Map<Listener, boolean>()
    this.#listeners.set(type, listeners)
    if (!listeners.has(listener)) listeners.set(listener, Object(options).once === true)
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener)
  }

  dispatchEvent(event: Event): boolean {
    event.target = this
    for (const [listener, once] of [...(this.#listeners.get(event.type) ?? [])]) {
      if (once) this.removeEventListener(event.type, listener)
      if (typeof listener === 'function') Reflect.apply(listener, this, [event])
      else listener.handleEvent(event)
    }
    return true
  }
}

export class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message)
    this.name = name
  }
}

export class AbortSignal extends EventTarget {
  aborted = false
  reason: unknown

  static abort(reason?: unknown): AbortSignal {
    const controller = new AbortController()
    controller.abort(reason)
    return controller.signal
  }

  static timeout(ms: number): AbortSignal {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms)
    return controller.signal
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const controller = new AbortController()
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason)
      else signal.addEventListener('abort', () => controller.abort(signal.reason))
    }
    return controller.signal
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
}

export class AbortController {
  readonly signal = new AbortSignal()

  abort(reason: unknown = new DOMException('This was aborted', 'AbortError')): void {
    if (this.signal.aborted) return
    Object.assign(this.signal, { aborted: true, reason })
    this.signal.dispatchEvent(new Event('abort'))
  }
}
