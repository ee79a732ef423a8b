import { type Field, hasCheck, isChosen, typeInto } from '@portal/shared/forms/type-into'

type Value = string | boolean
type Pressable = HTMLButtonElement | HTMLFormElement

/** The time between attempts to pass input on to a part of the page whose code is still loading. */
const RETRY_MS = 100

/**
 * Calls `keepInput` with the input that a script of the HTML holds (platform/server/inline/held-input.ts). The page
 * calls `repeat` when it is shown.
 */
export function takeOverInput(root: HTMLElement, render: () => void): void {
  const passOn = keepInput(root, window.portal.heldInput?.stop() ?? [], render)
  window.portal.heldInput = {
    stop: () => [],
    repeat() {
      window.portal.heldInput = undefined
      passOn()
    },
  }
}

/**
 * Renders the page over the HTML of the server, and keeps what is typed, pressed and submitted before React hydrates
 * that part. `held`: what was pressed and submitted so far. Returns a function that passes everything on when the page
 * is shown.
 */
export function keepInput(root: HTMLElement, held: Iterable<Pressable>, render: () => void): () => void {
  const input = new KeptInput(root, held)
  input.listenBeforeReact()
  render()
  input.listenAfterReact()
  return () => input.repeat()
}

/** React learns of values only by events, and would render the empty values of its state over those in the HTML. */
class KeptInput {
  readonly #root: HTMLElement
  readonly #pathname = location.pathname
  /** Values that React does not know. */
  #typed: Map<Field, Value>
  readonly #pressed: Set<Pressable>
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Whether React has stopped the last key press that reached the root. */
  #isStopped = false

  constructor(root: HTMLElement, held: Iterable<Pressable>) {
    const changed = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged)
    this.#root = root
    this.#typed = new Map(changed.map((field) => [field, typedInto(field)]))
    this.#pressed = new Set(held)
  }

  listenBeforeReact(): void {
    for (const type of ['click', 'input']) document.addEventListener(type, (event) => this.#keepTyped(event), true)
    // Keys that waited for a busy page arrive before any timer: React has to know of each before the next one.
    document.addEventListener('beforeinput', ({ target }) => isField(target) && this.#type(target), true)
    document.addEventListener('submit', (event) => this.#prepareSubmit(event), true)
  }

  /** Listens to events after React, whose listeners stop an event if the code of its part has not arrived yet. */
  listenAfterReact(): void {
    this.#root.addEventListener('click', (event) => this.#keepStoppedPress(event), true)
    const noteStopped = (event: Event) => {
      this.#isStopped = event.cancelBubble
    }
    this.#root.addEventListener('keydown', noteStopped, true)
  }

  /** Passes everything on to the page that is shown, unless it is another page. */
  repeat(): void {
    if (location.pathname !== this.#pathname) return
    this.#typed = new Map([...this.#typed].map(([field, value]) => [current(this.#root, field), value]))
    this.#passOn()
  }

  /**
   * React hydrates a part while it handles the first event there. It takes the current value for the rendered one, and
   * sees no change.
   */
  #keepTyped({ type, target }: Event): void {
    if (!isField(target) || (type === 'click') !== hasCheck(target)) return
    for (const field of this.#typed.keys()) {
      if (field === target || isOfGroup(field, target)) this.#typed.delete(field)
    }
    if (isTracked(target)) return
    this.#typed.set(target, typedInto(target))
    this.#passOnLater(0)
  }

  /** The browser must never submit a form: it would put what was typed, such as a card number, into the address. */
  #prepareSubmit(event: Event): void {
    event.preventDefault()
    this.#typeAll()
  }

  #keepStoppedPress(event: Event): void {
    const button = event.cancelBubble && (event.target as Element).closest('button')
    if (!button) return
    event.preventDefault()
    const element = button.type === 'submit' && button.form ? button.form : button
    // A second press cancels the first, because both are for a button that shows and hides something.
    if (!this.#pressed.delete(element) || element !== button) this.#pressed.add(element)
    this.#passOnLater(RETRY_MS)
  }

  #passOnLater(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#passOn(), ms)
  }

  #passOn(): void {
    this.#typeAll()
    for (const element of [...this.#pressed]) {
      const isIncomplete = [...this.#typed.keys()].some((field) => element.contains(field))
      if (isIncomplete || !this.#isLive(element)) continue
      this.#pressed.delete(element)
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else element.click()
    }
    const left = [...this.#typed.keys(), ...this.#pressed]
    if (left.some(({ isConnected }) => isConnected)) this.#passOnLater(RETRY_MS)
  }

  #typeAll(): void {
    for (const field of this.#typed.keys()) this.#type(field)
  }

  /** Types the kept value of the field, if there is one and React has hydrated the field. */
  #type(field: Field): void {
    const value = this.#typed.get(field)
    if (value === undefined || !this.#isLive(field) || !isTracked(field)) return
    this.#typed.delete(field)
    typeInto(field, value)
  }

  /**
   * Makes React hydrate the part with the element by sending a key press. Returns whether the code of the part is
   * loaded.
   */
  #isLive(element: Element): boolean {
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
    return element.isConnected && !this.#isStopped
  }
}

/** Returns the field that has replaced this one, if a draft or a retry has replaced the HTML. */
function current(root: HTMLElement, field: Field): Field {
  if (field.isConnected) return field
  const fields = [...root.querySelectorAll<Field>(field.localName)]
  const isSame = (other: Field) => other.name === field.name && (!hasCheck(field) || other.value === field.value)
  return fields.find(isSame) ?? field
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  // Another radio button of the group is off by itself.
  if (hasCheck(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  if (field.type === 'file') return field.value !== ''
  return field.value !== field.defaultValue
}

function typedInto(field: Field): Value {
  return hasCheck(field) ? field.checked : field.value
}

/** Returns whether React has hydrated the field: it then compares values by a property of the element's own. */
function isTracked(field: Field): boolean {
  return isChosen(field) || Object.hasOwn(field, hasCheck(field) ? 'checked' : 'value')
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

function isOfGroup(field: Field, other: Field): boolean {
  return field.type === 'radio' && other.type === 'radio' && field.name === other.name
}
