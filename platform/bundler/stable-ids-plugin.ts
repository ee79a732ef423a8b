import { createHash } from 'node:crypto'
import type { Chunk, Compilation, Compiler, Module } from 'webpack'
import { repository } from './paths.ts'

const name = 'StableIdsPlugin'

/** The ids of a bundle are below these, so few of them collide. */
const MAX_MODULE_ID = 10_000
const MAX_CHUNK_ID = 1_000

/**
 * Gives modules and chunks the same ids in every build of the same sources, so that files that a release has not changed are the same.
 * Those of webpack are hashes of paths from the package to each module, and libraries may be in different places on two machines:
 * links lead to them.
 */
export class StableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(name, (compilation) => {
      const { hooks } = compilation
      hooks.moduleIds.tap(name, () => {
        const { chunkGraph } = compilation
        const modules = [...compilation.modules].filter(
          (module) => module.needId && chunkGraph.getNumberOfModuleChunks(module) > 0,
        )
        assignIds(modules, nameOf, MAX_MODULE_ID, (module, id) => chunkGraph.setModuleId(module, id))
      })
      hooks.chunkIds.tap(name, () => {
        assignIds(
          [...compilation.chunks],
          (chunk) => nameOfChunk(compilation, chunk),
          MAX_CHUNK_ID,
          (chunk, id) => {
            chunk.id = id
            chunk.ids = [id]
          },
        )
      })
    })
  }
}

/** Of two items with one number, the one whose name is later in the alphabet gets another. */
function assignIds<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  max: number,
  assign: (item: T, id: number) => void,
) {
  const taken = new Set<number>()
  const named = items.map((item): [string, T] => [nameOf(item), item])
  named.sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [itemName, item] of named) {
    let id = hashOf(itemName) % max
    while (taken.has(id)) id = (id + 1) % max
    taken.add(id)
    assign(item, id)
  }
}

function nameOfChunk({ chunkGraph }: Compilation, chunk: Chunk): string {
  return chunk.name || chunkGraph.getChunkRootModules(chunk).map(nameOf).sort().join()
}

/** Returns the stable name of a module; concatenated modules have that of the first. */
function nameOf(module: Module): string {
  const { rootModule = module } = module as { rootModule?: Module }
  return stableName(rootModule.identifier())
}

/**
 * `/home/anna/portal/node_modules/.pnpm/react@19.3.1/node_modules/react/index.js` → `react/index.js`. The name of the federation's
 * entry contains a hash of an absolute path, which is removed.
 */
export function stableName(identifier: string): string {
  return identifier
    .replaceAll(repository, '')
    .replaceAll(/[^!|]*?\/node_modules\//g, '')
    .replaceAll(/(\.federation\/entry)\.[0-9a-f]{32}/g, '$1')
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}
