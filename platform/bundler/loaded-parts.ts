import type { Chunk, ChunkGroup, Compilation, Module, NormalModule } from 'webpack'
import type { PartFiles } from './release.ts'
import { consumedKey } from './shared-names.ts'

/** Returns the files that `import(request)` in the module `importer` loads, and the shared modules that they need. */
export function importedPart(compilation: Compilation, importer: string, request: string): PartFiles {
  for (const group of compilation.chunkGroups) {
    const isAsked = group.origins.some(
      (origin) => resourcePath(origin.module) === importer && origin.request === request,
    )
    if (isAsked) return loadedPart(compilation, group)
  }
  // All its modules are in chunks that are already loaded.
  return { files: [], consumes: [] }
}

/** Maps the request of each dynamic import in a module; `import.meta.webpackContext` creates one per file. */
export function dynamicImports(compilation: Compilation, folder: string): Map<string, PartFiles> {
  const parts = new Map<string, PartFiles>()
  for (const group of compilation.chunkGroups) {
    for (const { module, request } of group.origins) {
      if (request && (module as { context?: string | null } | undefined)?.context === folder) {
        parts.set(request, loadedPart(compilation, group))
      }
    }
  }
  return parts
}

/** Returns the chunks of the module itself: no file of ours imports the module that a remote exposes. */
export function partWith(compilation: Compilation, file: string): PartFiles {
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      if (resourcePath(module) === file) return chunkPart(compilation, chunk)
    }
  }
  throw new Error(`${file} is in no chunk`)
}

function chunkPart(compilation: Compilation, chunk: Chunk): PartFiles {
  const consumes = new Set<string>()
  for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
    const key = consumedKey(module)
    if (key) consumes.add(key)
  }
  return { files: [...chunk.files], consumes: [...consumes] }
}

function loadedPart(compilation: Compilation, group: ChunkGroup): PartFiles {
  const parts = group.chunks.map((chunk) => chunkPart(compilation, chunk))
  return {
    files: [...new Set(parts.flatMap((part) => part.files))],
    consumes: [...new Set(parts.flatMap((part) => part.consumes))].sort(),
  }
}

function resourcePath(module: Module | null | undefined): string | undefined {
  return (module as NormalModule | null | undefined)?.resource
}
