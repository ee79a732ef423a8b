import { type Field, hasCheck, isChosen, typeInto } from '@portal/shared/forms/type-into'

type Value = string | boolean

/** How long to wait until React has hydrated a part of the page whose code is still on its way. */
const retryMs = 100

/**
 * Takes what has been typed into the HTML of the server so far, and what is typed from now on into fields that are not hydrated.
 * Returns a function that types the former again when the page is hydrated: React knows of values only by events, and would
 * render the empty ones of its state over them.
 */
export function keepTyped(root: HTMLElement): () => void {
  const changed = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged)
  /** Values that React does not know. */
  const typed = new Map(changed.map((field) => [field, typedInto(field)]))

  // React hydrates a part while it handles the first event in it, and takes the value of that time for the one of its own
  // render: it sees no change then.
  const typeLate = ({ type, target }: Event) => {
    if (!isField(target) || (type === 'click') !== hasCheck(target)) return
    for (const field of typed.keys()) if (field === target || isOfGroup(field, target)) typed.delete(field)
    if (isTracked(target)) return
    typed.set(target, typedInto(target))
    setTimeout(typeAgain, 0, target)
  }
  for (const type of ['click', 'input']) document.addEventListener(type, typeLate, true)
  // Keys that waited for a busy page arrive before any timer: React has to know of each before the next one.
  document.addEventListener('beforeinput', ({ target }) => typed.has(target as Field) && typeNow(target as Field), true)

  /** Waits for the code of the part, which may still be on its way. */
  function typeAgain(field: Field): void {
    if (typed.has(field) && field.isConnected && !typeNow(field)) setTimeout(typeAgain, retryMs, field)
  }

  /** Returns whether React knows the value now. */
  function typeNow(field: Field): boolean {
    // React hydrates the part with the field first, as for every press of a key.
    field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
    const value = typed.get(field)
    if (!isTracked(field) || value === undefined) return false
    typed.delete(field)
    typeInto(field, value)
    return true
  }

  return () => {
    for (const field of typed.keys()) typeAgain(field)
  }
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
