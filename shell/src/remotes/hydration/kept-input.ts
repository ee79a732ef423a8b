import { type Field, hasCheck, isChosen, typeInto } from '@portal/shared/forms/type-into'

type Value = string | boolean
type Pressable = HTMLButtonElement | HTMLFormElement

/** How long to wait until React has hydrated a part of the page whose code is still loading. */
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
 * is shown. React learns of values only by events, and would render the empty values of its state over them.
 */
export function keepInput(root: HTMLElement, held: Iterable<Pressable>, render: () => void): () => void {
  const { pathname } = location
  const changed = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged)
  /** Values that React does not know. */
  let typed = new Map(changed.map((field) => [field, typedInto(field)]))
  const pressed = new Set(held)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  // React hydrates a part while it handles the first event there. It takes the current value for the rendered one, and
  // sees no change.
  const typeLate = ({ type, target }: Event) => {
    if (!isField(target) || (type === 'click') !== hasCheck(target)) return
    for (const field of typed.keys()) if (field === target || isOfGroup(field, target)) typed.delete(field)
    if (isTracked(target)) return
    typed.set(target, typedInto(target))
    passOnLater(0)
  }
  for (const type of ['click', 'input']) document.addEventListener(type, typeLate, true)
  // Keys that waited for a busy page arrive before any timer: React has to know of each before the next one.
  document.addEventListener('beforeinput', ({ target }) => typed.has(target as Field) && typeNow(target as Field), true)
  // The browser must never submit a form: it would put what was typed, such as a card number, into the address.
  const prepareSubmit = (event: Event) => {
    event.preventDefault()
    typeAllNow()
  }
  document.addEventListener('submit', prepareSubmit, true)

  render()

  // React hydrates a part when an event occurs in it, and stops the event if the code of the part has not arrived yet.
  const holdStopped = (event: Event) => {
    const button = event.cancelBubble && (event.target as Element).closest('button')
    if (!button) return
    event.preventDefault()
    const element = button.type === 'submit' && button.form ? button.form : button
    // A second press cancels the first, because both are for a button that shows and hides something.
    if (!pressed.delete(element) || element !== button) pressed.add(element)
    passOnLater(RETRY_MS)
  }
  root.addEventListener('click', holdStopped, true)
  const noteStopped = (event: Event) => {
    isStopped = event.cancelBubble
  }
  root.addEventListener('keydown', noteStopped, true)

  function passOnLater(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(passOn, ms)
  }

  function passOn(): void {
    typeAllNow()
    for (const element of [...pressed]) {
      const isIncomplete = [...typed.keys()].some((field) => element.contains(field))
      if (isIncomplete || !isLive(element)) continue
      pressed.delete(element)
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else element.click()
    }
    if ([...typed.keys(), ...pressed].some(({ isConnected }) => isConnected)) passOnLater(RETRY_MS)
  }

  function typeAllNow(): void {
    for (const field of typed.keys()) typeNow(field)
  }

  function typeNow(field: Field): void {
    const value = typed.get(field)
    if (!isLive(field) || !isTracked(field) || value === undefined) return
    typed.delete(field)
    typeInto(field, value)
  }

  /**
   * Makes React hydrate the part with the element by sending a key press. Returns whether the code of the part is
   * loaded.
   */
  function isLive(element: Element): boolean {
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
    return element.isConnected && !isStopped
  }

  return () => {
    // Input for another page is not passed on.
    if (location.pathname !== pathname) return
    typed = new Map([...typed].map(([field, value]) => [current(root, field), value]))
    passOn()
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
