import { type Field, hasCheck, isChosen, typeInto } from '@portal/shared/forms/type-into'

type Value = string | boolean
type Pressable = HTMLButtonElement | HTMLFormElement

/** How long to wait until React has hydrated a part of the page whose code is still on its way. */
const RETRY_MS = 100

/** As `keepInput`, with what a script of the HTML holds (platform/server/inline/held-input.ts). The page calls `repeat` when it is shown. */
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
 * Renders the page where the HTML of the server is, and keeps what is typed, pressed and sent before React has hydrated the part of
 * the page. `held`: what was pressed and sent so far. Returns a function that passes everything on when the page is shown: React
 * learns of values only by events, and would render the empty ones of its state over them.
 */
export function keepInput(root: HTMLElement, held: Iterable<Pressable>, render: () => void): () => void {
  const { pathname } = location
  const changed = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged)
  /** Values that React does not know. */
  let typed = new Map(changed.map((field) => [field, typedInto(field)]))
  const pressed = new Set(held)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  // React hydrates a part while it handles the first event in it, and takes the value of that time for the one of its own
  // render: it sees no change then.
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
  // The browser itself never sends a form: it would put what was typed, a card number, into the address.
  const prepareSubmit = (event: Event) => {
    event.preventDefault()
    typeAllNow()
  }
  document.addEventListener('submit', prepareSubmit, true)

  render()

  // React hydrates a part for an event in it, and stops the event where the code of the part has not arrived yet.
  const holdStopped = (event: Event) => {
    const button = event.cancelBubble && (event.target as Element).closest('button')
    if (!button) return
    event.preventDefault()
    const element = button.type === 'submit' && button.form ? button.form : button
    // The second press of a button undoes the first: both are for a button that shows and hides.
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

  /** Has React hydrate the part with the element, as for every press of a key. Returns whether the element has its code then. */
  function isLive(element: Element): boolean {
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
    return element.isConnected && !isStopped
  }

  return () => {
    // What belongs to another page is not passed on.
    if (location.pathname !== pathname) return
    typed = new Map([...typed].map(([field, value]) => [current(root, field), value]))
    passOn()
  }
}

/** Returns the field that takes the place of this one where a draft, or another attempt to load the code, has replaced the HTML. */
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
