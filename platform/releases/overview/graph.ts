import type { ReleaseGraph } from '@portal/contracts/release'
import type { LiveReleases } from '../live.ts'

/** Returns which live release imports what from another one, without canaries, which are not current. */
export function describeGraph({ shell, remotes }: Pick<LiveReleases, 'shell' | 'remotes'>): ReleaseGraph {
  const current = remotes.map(({ name, current }) => ({ ...current, name }))
  const modules = new Set(current.flatMap(({ uses }) => Object.keys(uses)))
  const libraries = new Set([...Object.keys(shell.shared), ...current.flatMap(({ shared }) => Object.keys(shared))])
  return {
    shell: shell.version,
    remotes: current.map(({ name, version }) => ({ name, version })),
    modules: [...modules].sort().map((module) => ({
      module,
      users: current.flatMap(({ name, uses }) => (uses[module] ? [{ name, names: uses[module] }] : [])),
    })),
    libraries: [...libraries].sort().map((library) => ({
      name: library,
      shell: shell.shared[library] ?? null,
      users: current.flatMap(({ name, shared }) => (shared[library] ? [{ name, version: shared[library] }] : [])),
    })),
  }
}
