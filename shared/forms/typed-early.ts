import { phoneValue } from './phone-mask.ts'

/** What the forms of a page start with while it is hydrated, by the name of the input. */
let typed: Record<string, string | boolean> = {}

/**
 * Hydrates a page; its forms start with what the user has typed into its HTML so far. Otherwise they would start empty, and the
 * next render would clear the inputs.
 */
export function hydrateTyped(root: HTMLElement, hydrate: () => void): void {
  const inputs = [...root.querySelectorAll('input')].filter(({ name }) => name !== '')
  typed = Object.fromEntries(inputs.map((input) => [input.name, typedInto(input)]))
  hydrate()
  typed = {}
}

/** `{ phoneNumber: '' }` → `{ phoneNumber: '+7999' }` where so much has been typed into the input of that name. */
export function withTyped<T extends object>(defaultValues: T): T {
  const names = Object.keys(defaultValues).filter((name) => Object.hasOwn(typed, name))
  return { ...defaultValues, ...Object.fromEntries(names.map((name) => [name, typed[name]])) }
}

function typedInto({ type, checked, value }: HTMLInputElement): string | boolean {
  if (type === 'checkbox') return checked
  return type === 'tel' ? phoneValue(value) : value
}
