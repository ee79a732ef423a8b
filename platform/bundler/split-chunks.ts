import { libraryImporters } from '@portal/shared/provided'
import type { Chunk, ChunkGraph, Module } from 'webpack'
import { entryPagesName } from './release.ts'

const libraries = /[\\/]node_modules[\\/]/

/** Creates a few files instead of one for each module, because a page needs many modules at the same time. */
export function splitChunks(isProduction: boolean) {
  return {
    // One file runs the remotes and contains all of shared/ui, whose large parts are lazy.
    chunks: (chunk: Chunk) => chunk.name !== 'host' && !chunk.canBeInitial(),
    cacheGroups: {
      ...(isProduction && separateLibraries),
      forms: { test: ofForms, name: 'forms', enforce: true },
    },
  }
}

/**
 * Libraries change less often than our code, and browsers keep files that a release has not changed (release.ts). They
 * also keep libraries that the pages before sign-in loaded. In development `main.js` is the only script of the HTML.
 */
const separateLibraries = {
  vendor: {
    test: libraries,
    name: 'vendor',
    chunks: ({ name }: Chunk) => name === 'main' || name === entryPagesName,
    enforce: true,
  },
  formsVendor: { test: ofFormLibraries, name: 'forms-vendor', enforce: true, priority: 1 },
}

const librariesOfForms = Object.entries<readonly string[]>(libraryImporters)
  .filter(([, modules]) => modules.join() === 'forms/')
  .map(([library]) => library)
const forms = new RegExp(`/(shared/forms|${librariesOfForms.join('|')})/`.replaceAll('/', '[\\\\/]'))

function ofFormLibraries(module: Module, context: { chunkGraph: ChunkGraph }): boolean {
  return libraries.test(module.nameForCondition() ?? '') && ofForms(module, context)
}

/** Forms, and modules that several parts with forms use: otherwise each field would need another file. */
function ofForms(module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }): boolean {
  const isForm = (one: Module) => forms.test(one.nameForCondition() ?? '')
  if (isForm(module)) return true
  const chunks = [...chunkGraph.getModuleChunksIterable(module)]
  const hasForm = (chunk: Chunk) => [...chunkGraph.getChunkModulesIterable(chunk)].some(isForm)
  return chunks.length > 1 && chunks.every((chunk) => !chunk.canBeInitial() && hasForm(chunk))
}
