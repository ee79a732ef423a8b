import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { releaseBase, toIntegrity } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import type { FoundRoute } from '../../releases/page-parts.ts'
import { type PageFile, pageFiles, preloadsFor } from '../releases/page-files.ts'

/**
 * A stylesheet in the HTML. `base` is the address at which the loader of its bundle looks for it and finds it loaded.
 */
export type InlineStylesheet = Pick<PageFile, 'href'> & { base: string; text: string }

/** The number of stylesheets to keep. The live releases have about fifty. */
const MAX_STYLESHEETS = 300

/**
 * Returns a function that reads the stylesheets of a page, each once. @throws Error when a text does not match its hash
 */
export function createStylesheetReader(filesFolder: string) {
  const known = new Map<string, Promise<string>>()

  async function read({ release, file, integrity }: PageFile): Promise<string> {
    const text = await readFile(join(filesFolder, release.name, release.version, file), 'utf8')
    if (toIntegrity(text) !== integrity) throw new Error(`${release.name}/${file} is not the file of the release`)
    if (/<\//.test(text)) throw new Error(`${release.name}/${file} would end its element in the HTML`)
    return text
  }

  async function inlined(stylesheet: PageFile): Promise<InlineStylesheet> {
    const { href, release, file, integrity } = stylesheet
    const text = known.get(integrity) ?? read(stylesheet)
    if (known.size >= MAX_STYLESHEETS) known.clear()
    known.set(integrity, text)
    text.catch(() => known.delete(integrity))
    return { href, base: releaseBase(release) + file, text: await text }
  }

  return async (live: LiveReleases, route: FoundRoute | undefined): Promise<InlineStylesheet[]> => {
    const files = [...pageFiles(live.shell, live.shell.css), ...preloadsFor(live, route)]
    return await Promise.all(files.filter(({ file }) => file.endsWith('.css')).map(inlined))
  }
}
