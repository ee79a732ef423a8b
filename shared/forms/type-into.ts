export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Enters a value that is in the field already, or ticks it, so that React hears of it. */
export function typeInto(field: Field, value: string | boolean): void {
  if (hasCheck(field)) {
    field.checked = !value
    field.click()
    return
  }
  // Only the user can set a file, and it stays.
  if (field.type !== 'file') {
    // React compares with the value that was set through the element, and the prototype sets one behind its back.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  }
  field.dispatchEvent(new Event(isChosen(field) ? 'change' : 'input', { bubbles: true }))
}

/** React takes every `change` of these, and compares no values. */
export function isChosen(field: Field): boolean {
  return field instanceof HTMLSelectElement || field.type === 'file'
}

export function hasCheck(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
