import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf, releaseBase } from '../bundler/release.ts'
import type { PageFile } from './preloads.ts'

/** A stylesheet in the HTML. `base`: where the loader of its bundle expects it, which then does not load it. */
export type InlineSheet = Pick<PageFile, 'href'> & { base: string; text: string }

/** How many sheets are kept; those of the live releases are about fifty. */
const maxSheets = 300

/** Returns a function that reads stylesheets of releases, each once. @throws when the text is not that of the release */
export function createSheets(filesFolder: string) {
  const known = new Map<string, Promise<string>>()

  async function read({ release, file, integrity }: PageFile): Promise<string> {
    const text = await readFile(join(filesFolder, release.name, release.version, file), 'utf8')
    if (integrityOf(text) !== integrity) throw new Error(`${release.name}/${file} is not the file of the release`)
    if (/<\//.test(text)) throw new Error(`${release.name}/${file} would end its element in the HTML`)
    return text
  }

  return async (sheet: PageFile): Promise<InlineSheet> => {
    const { href, release, file, integrity } = sheet
    const text = known.get(integrity) ?? read(sheet)
    if (known.size >= maxSheets) known.clear()
    known.set(integrity, text)
    text.catch(() => known.delete(integrity))
    return { href, base: releaseBase(release) + file, text: await text }
  }
}
