type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Takes what has been typed into the HTML of the server so far. Returns a function that types it again when the page is hydrated:
 * React knows of values only by events, and would render the empty ones of its state over them.
 */
export function keepTyped(root: HTMLElement): () => void {
  const changed = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged)
  const typed = changed.map((field) => ({ field, value: typedInto(field) }))
  return () => {
    for (const { field, value } of typed)
      if (field.isConnected) type(field, isChanged(field) ? typedInto(field) : value)
  }
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  if (hasCheck(field)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

function typedInto(field: Field): string | boolean {
  return hasCheck(field) ? field.checked : field.value
}

function type(field: Field, value: string | boolean): void {
  // React hydrates the part with the field first, as for every press of a key.
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
  if (hasCheck(field)) {
    field.checked = !value
    field.click()
    return
  }
  // React compares with the value that was set through the element, and the prototype sets one behind its back.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function hasCheck(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
