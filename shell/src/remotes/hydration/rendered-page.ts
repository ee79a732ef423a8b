import type { RenderedWith } from '@portal/shared/rendering-protocol'

/** Returns the data that the server has rendered this page with; undefined if its HTML is the empty frame. */
export function renderedWith(): RenderedWith | undefined {
  const text = document.getElementById('rendered')?.textContent
  return text ? (JSON.parse(text) as RenderedWith) : undefined
}
