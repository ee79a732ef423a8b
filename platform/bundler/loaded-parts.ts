import type { Chunk, ChunkGroup, Compilation, Module, NormalModule } from 'webpack'
import type { LoadedPart } from './release.ts'
import { consumedKey } from './shared-names.ts'

/** What `import(request)` in the module `importer` brings: its files, and the shared modules they ask the host for. */
export function importedPart(compilation: Compilation, importer: string, request: string): LoadedPart {
  for (const group of compilation.chunkGroups) {
    const isAsked = group.origins.some((origin) => resourceOf(origin.module) === importer && origin.request === request)
    if (isAsked) return partOf(compilation, group)
  }
  // Everything it needs is in the chunks that are there already.
  return { files: [], consumes: [] }
}

/** By request of each dynamic import in a module: `import.meta.webpackContext` makes one per file. */
export function importsOf(compilation: Compilation, folder: string): Map<string, LoadedPart> {
  const parts = new Map<string, LoadedPart>()
  for (const group of compilation.chunkGroups) {
    for (const { module, request } of group.origins) {
      if (request && (module as { context?: string | null } | undefined)?.context === folder) {
        parts.set(request, partOf(compilation, group))
      }
    }
  }
  return parts
}

/** What brings the module itself: federation imports what a remote exposes from no file of ours. */
export function partWith(compilation: Compilation, file: string): LoadedPart {
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      if (resourceOf(module) === file) return chunkPart(compilation, chunk)
    }
  }
  throw new Error(`${file} is in no chunk`)
}

function chunkPart(compilation: Compilation, chunk: Chunk): LoadedPart {
  const consumes = new Set<string>()
  for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
    const key = consumedKey(module)
    if (key) consumes.add(key)
  }
  return { files: [...chunk.files], consumes: [...consumes] }
}

function partOf(compilation: Compilation, group: ChunkGroup): LoadedPart {
  const parts = group.chunks.map((chunk) => chunkPart(compilation, chunk))
  return {
    files: [...new Set(parts.flatMap((part) => part.files))],
    consumes: [...new Set(parts.flatMap((part) => part.consumes))].sort(),
  }
}

function resourceOf(module: Module | null | undefined): string | undefined {
  return (module as NormalModule | null | undefined)?.resource
}
