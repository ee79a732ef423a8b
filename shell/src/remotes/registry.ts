import type { PageRegistry } from '@portal/shared/page-protocol'

let registry: PageRegistry | undefined

/** The server gives the registry of the page that it renders. */
export function registryGiven(given: PageRegistry): void {
  registry = given
}

export function pageRegistry(): PageRegistry {
  if (!registry) {
    const text = document.getElementById('registry')?.textContent
    if (!text) throw new Error('The page has no registry of remotes: was it served by the portal server?')
    registry = JSON.parse(text) as PageRegistry
  }
  return registry
}
