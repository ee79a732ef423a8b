import type { PageRegistry } from '@portal/shared/page-protocol'

let registry: PageRegistry | undefined

/** Sets the registry of the page that the server renders. */
export function registryGiven(given: PageRegistry): void {
  registry = given
}

export function pageRegistry(): PageRegistry {
  registry ??= JSON.parse(document.getElementById('registry')?.textContent ?? '') as PageRegistry
  return registry
}
