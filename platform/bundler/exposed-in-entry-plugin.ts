import type { Chunk, ChunkGraph, Compiler } from 'webpack'
import { consumedKey } from './shared-names.ts'

const name = 'ExposedInEntryPlugin'

/**
 * Federation gives the exposed module a file of its own. Ours is a few lines that import pages (`remote.ts`): in the entry it
 * is one request less in front of each of them.
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

/** Shared modules come after the entry: what needs one must wait for it. */
function consumes(chunkGraph: ChunkGraph, chunk: Chunk): boolean {
  return [...chunkGraph.getChunkModulesIterable(chunk)].some((module) => consumedKey(module))
}
