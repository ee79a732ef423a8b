import { join } from 'node:path'
import { providedLibraries, providedName } from '@portal/shared/provided'
import type { Compilation, Module, NormalModule } from 'webpack'
import { platformRoot } from './paths.ts'

// The browser links shared modules without TypeScript, so each release lists the exports that it uses or provides.

/** Returns the exports that a remote uses of each shared module: `{ '@portal/shared/ui/button': ['Button'] }`. */
export function usedNames(compilation: Compilation): Record<string, string[]> {
  const used = new Map<string, Set<string>>()
  for (const module of allModules(compilation)) {
    for (const { resolvedModule, dependency } of compilation.moduleGraph.getOutgoingConnections(module)) {
      const key = resolvedModule && consumedKey(resolvedModule)
      if (!key || !dependency) continue
      const names = used.get(key) ?? new Set()
      for (const reference of dependency.getReferencedExports(compilation.moduleGraph, undefined)) {
        const [name] = Array.isArray(reference) ? reference : reference.name
        if (name) names.add(name)
      }
      used.set(key, names)
    }
  }
  return Object.fromEntries([...used].map(([key, names]) => [key, [...names].sort()]))
}

/** Returns the exports of each shared module that the shell provides. Libraries provided as a whole are not listed. */
export function givenNames(compilation: Compilation): Record<string, string[]> {
  const given: Record<string, string[]> = {}
  for (const module of allModules(compilation)) {
    const keys = givenKeys((module as NormalModule).resource)
    const names = keys.length > 0 && compilation.moduleGraph.getProvidedExports(module)
    if (Array.isArray(names)) for (const key of keys) given[key] = names
  }
  return given
}

export function consumedKey(module: Module): string | undefined {
  if (module.type !== 'consume-shared-module') return undefined
  return (module as unknown as { options: { shareKey: string } }).options.shareKey
}

/** `…/shared/ui/button/button.tsx` → `@portal/shared/ui/button`. Exports of a library are listed under its name too. */
function givenKeys(file = ''): string[] {
  const shared = join(platformRoot, 'shared/')
  const name = file.startsWith(shared) ? providedName(file.slice(shared.length)) : undefined
  if (!name) return []
  const libraries = Object.entries(providedLibraries).filter(
    ([, library]) => 'names' in library && name === `@portal/shared/${library.names}`,
  )
  return [name, ...libraries.map(([library]) => library)]
}

/** Includes modules that webpack has concatenated. */
export function allModules({ modules }: Compilation): Module[] {
  return [...modules].flatMap((module) => [module, ...((module as { modules?: Module[] }).modules ?? [])])
}
