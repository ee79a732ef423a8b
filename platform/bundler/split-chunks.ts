import { librariesByPlace } from '@portal/shared/provided'
import type { Chunk, ChunkGraph, Module } from 'webpack'

/** Creates few files instead of one for each module, because a page needs many modules at once. */
export const splitChunks = {
  // One file runs the remotes and contains all of shared/ui, whose large parts are lazy.
  chunks: (chunk: Chunk) => chunk.name !== 'host' && !chunk.canBeInitial(),
  cacheGroups: {
    forms: { test: ofForms, name: 'forms', enforce: true },
  },
}

const librariesOfForms = Object.entries<readonly string[]>(librariesByPlace)
  .filter(([, places]) => places.join() === 'forms/')
  .map(([library]) => library)
const forms = new RegExp(`/(shared/forms|${librariesOfForms.join('|')})/`.replaceAll('/', '[\\\\/]'))

/** Forms, and modules that several parts with forms use: otherwise each field would need another file. */
function ofForms(module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }): boolean {
  const isForm = (one: Module) => forms.test(one.nameForCondition() ?? '')
  if (isForm(module)) return true
  const chunks = [...chunkGraph.getModuleChunksIterable(module)]
  return chunks.length > 1 && chunks.every((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)].some(isForm))
}
