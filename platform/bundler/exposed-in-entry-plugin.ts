import type { Chunk, ChunkGraph, Compiler } from 'webpack'
import { consumedKey } from './shared-names.ts'

const name = 'ExposedInEntryPlugin'

/**
 * Puts the exposed module into the entry. The federation would create another file for it, but ours is only a few lines
 * that import pages (`remote.ts`), so this saves one request before each page.
 */
export class ExposedInEntryPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.optimizeChunks.tap(name, () => {
        const { chunkGraph } = compilation
        for (const entrypoint of compilation.entrypoints.values()) {
          const entry = entrypoint.getEntrypointChunk()
          for (const { chunks } of entrypoint.getChildren()) {
            for (const exposed of chunks) {
              if (!consumes(chunkGraph, exposed)) chunkGraph.integrateChunks(entry, exposed)
            }
          }
        }
      })
    })
  }
}

/** Shared modules load after the entry, so a module that needs one must wait for it. */
function consumes(chunkGraph: ChunkGraph, chunk: Chunk): boolean {
  return [...chunkGraph.getChunkModulesIterable(chunk)].some((module) => consumedKey(module))
}
