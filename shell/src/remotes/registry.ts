import type { Registry } from '@portal/shared/page-protocol'

let registry: Registry | undefined

export function readRegistry(): Registry {
  if (!registry) {
    const text = document.getElementById('registry')?.textContent
    if (!text) throw new Error('The page has no registry of remotes: was it served by the portal server?')
    registry = JSON.parse(text) as Registry
  }
  return registry
}
