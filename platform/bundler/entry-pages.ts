import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Compilation, Configuration } from 'webpack'
import type { Target } from './bundle.ts'
import { importedPart } from './loaded-parts.ts'
import { pageImports } from './page-imports.ts'
import { repository } from './paths.ts'
import { type EntryPages, entryPagesName } from './release.ts'
import { entryPagesBundle, prerenderBundle } from './webpack.ts'

const shell = join(repository, 'shell')
const pages = join(shell, 'src/entry-pages/pages.ts')

type Compile = (config: Configuration) => Promise<Compilation>

/**
 * Builds the pages before sign-in into the folder of the shell's release, with code of their own, and renders their HTML, which is the
 * same for every user.
 */
export async function buildEntryPages(target: Target, compile: Compile): Promise<EntryPages> {
  const compilation = await compile(entryPagesBundle(shell)(target))
  const html = await prerender(target, compile)
  const first = compilation.entrypoints.get(entryPagesName)?.getFiles() ?? []
  const entries = [...pageImports(pages)].map(([path, request]): [string, EntryPages['pages'][string]] => {
    const text = html[path]
    if (text === undefined) throw new Error(`No HTML was rendered for ${path}`)
    const files = new Set([...importedPart(compilation, pages, request).files, ...first])
    return [path, { html: text, scripts: [...files].filter((file) => file.endsWith('.js')) }]
  })
  return { style: takeStyle(compilation, target.folder), pages: Object.fromEntries(entries) }
}

/** Returns the stylesheets of all pages, which the HTML has instead of files: no page waits for another request. */
function takeStyle(compilation: Compilation, folder: string): string {
  const sheets = Object.keys(compilation.assets).filter((file) => file.endsWith('.css'))
  const style = sheets.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  if (/<\//.test(style)) throw new Error('A stylesheet would end its element in the HTML')
  for (const file of sheets) rmSync(join(folder, file))
  return style
}

/** Renders with a bundle for Node of the same modules, which is in no release. */
async function prerender(target: Target, compile: Compile): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'prerender-'))
  try {
    await compile(prerenderBundle(shell)({ ...target, folder }))
    const bundle = createRequire(import.meta.url)(join(folder, 'prerender.js')) as {
      prerender(): Promise<Record<string, string>>
    }
    return await bundle.prerender()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
