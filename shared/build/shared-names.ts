import { join } from 'node:path'
import type { Compilation, Module, NormalModule } from 'webpack'
import type { RemoteReleaseFile, ShellReleaseFile } from '../release/release.ts'
import { repository } from './paths.ts'

// Shared modules meet in the browser, where TypeScript sees nothing: so each release says by name what it uses or gives.

/** What a remote takes from each shared module: `{ '@portal/shared/ui/button': ['Button'] }`. */
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

/** What the shell gives under each key; of React there is one kind only, so it is left out. */
export function givenNames(compilation: Compilation): Record<string, string[]> {
  const given: Record<string, string[]> = {}
  for (const module of allModules(compilation)) {
    const keys = givenKeys((module as NormalModule).resource)
    const names = keys.length > 0 && compilation.moduleGraph.getProvidedExports(module)
    if (Array.isArray(names)) for (const key of keys) given[key] = names
  }
  return given
}

/** `Dialog of @portal/shared/ui/sheet`: what a remote uses and the shell does not give. */
export function missingNames(shell: ShellReleaseFile, remote: RemoteReleaseFile): string[] {
  return Object.entries(remote.uses).flatMap(([key, names]) => {
    if (/^react($|[-/])/.test(key)) return []
    const given = shell.gives[key] ?? []
    return names.filter((name) => !given.includes(name)).map((name) => `${name} of ${key}`)
  })
}

export function consumedKey(module: Module): string | undefined {
  if (module.type !== 'consume-shared-module') return undefined
  return (module as unknown as { options: { shareKey: string } }).options.shareKey
}

/** `…/shared/ui/button/button.tsx` → `@portal/shared/ui/button`; names of a library stand under the library too. */
function givenKeys(file = ''): string[] {
  if (!file.startsWith(join(repository, 'shared/'))) return []
  const path = file.slice(join(repository, 'shared/').length)
  const found =
    /^(query|router|zod|session\/[\w-]+|http\/[\w-]+|forms\/[\w-]+|ui\/([\w-]+)(?=\/\2))(?:\/[\w-]+)?\.tsx?$/.exec(path)
  if (!found) return []
  const library = { query: '@tanstack/react-query', zod: 'zod/mini' }[found[1] as string]
  return [`@portal/shared/${found[1]}`, ...(library ? [library] : [])]
}

/** Those too that webpack joined with others into one. */
function allModules({ modules }: Compilation): Module[] {
  return [...modules].flatMap((module) => [module, ...((module as { modules?: Module[] }).modules ?? [])])
}
