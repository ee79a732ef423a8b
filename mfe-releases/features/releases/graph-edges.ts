import type { ReleaseGraph } from '@portal/contracts/release'

/** A remote takes `count` modules of a part of the shell. */
export type Edge = { remote: string; part: string; count: number }

/**
 * `@portal/shared/ui/button` → `ui`, `react-dom` → `react-dom`. Grouped, because fifty modules do not fit a picture.
 */
export function modulePart(module: string): string {
  const [, part] = /^@portal\/shared\/([\w-]+)/.exec(module) ?? []
  return part ?? module.replace(/^@tanstack\//, '').replace(/\/.*$/, '')
}

export function toEdges({ modules }: Pick<ReleaseGraph, 'modules'>): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { module, users } of modules) {
    const part = modulePart(module)
    for (const { name } of users) {
      const edge = edges.get(`${name} ${part}`) ?? { remote: name, part, count: 0 }
      edges.set(`${name} ${part}`, { ...edge, count: edge.count + 1 })
    }
  }
  return [...edges.values()]
}
