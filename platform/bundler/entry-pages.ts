import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ChunkGroup, Compilation } from 'webpack'
import { importedPart } from './loaded-parts.ts'
import { pageImports } from './page-imports.ts'
import { repository } from './paths.ts'
import { type EntryPages, entryPagesName, serverFile } from './release.ts'

const pages = join(repository, 'shell/src/sign-in/own-pages.ts')

/** Describes the pages before sign-in of the built shell in the folder, whose server bundle renders their HTML. */
export async function entryPages(compilation: Compilation, folder: string): Promise<EntryPages> {
  const { prerender } = createRequire(import.meta.url)(join(folder, serverFile)) as {
    prerender(): Promise<Record<string, string>>
  }
  const html = await prerender()
  const entry = compilation.entrypoints.get(entryPagesName)
  if (!entry) throw new Error(`The shell has no entry ${entryPagesName}`)
  const entries = [...pageImports(pages)].map(([path, request]): [string, EntryPages['pages'][string]] => {
    const text = html[path]
    if (text === undefined) throw new Error(`No HTML was rendered for ${path}`)
    const files = new Set([...importedPart(compilation, pages, request).files, ...entry.getFiles()])
    return [path, { html: text, scripts: [...files].filter((file) => file.endsWith('.js')) }]
  })
  const files = loadedFiles(entry)
  return {
    sheets: readStylesheets(files, folder),
    scripts: files.filter((file) => file.endsWith('.js')),
    pages: Object.fromEntries(entries),
  }
}

/** Returns all files that an entry may load. */
function loadedFiles(entry: ChunkGroup): string[] {
  const groups = new Set([entry])
  // A set also yields what is added meanwhile.
  for (const group of groups) for (const child of group.childrenIterable) groups.add(child)
  return [...new Set([...groups].flatMap((group) => group.getFiles()))]
}

/** Returns the texts of the stylesheets, which the HTML contains so that no page waits for another request. */
function readStylesheets(files: readonly string[], folder: string): Record<string, string> {
  const stylesheets = files.filter((file) => file.endsWith('.css'))
  const texts = stylesheets.map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')])
  if (texts.some(([, text]) => /<\//.test(text))) throw new Error('A stylesheet would end its element in the HTML')
  return Object.fromEntries(texts)
}
