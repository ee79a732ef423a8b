import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns a configuration of docs/deploy with the addresses and paths of this machine.
 * @throws Error when the document does not have a text that is to be replaced
 */
export async function documented(name: string, replacements: Iterable<readonly [string, string]>): Promise<string> {
  let text = await readFile(join(import.meta.dirname, '../../../docs/deploy', name), 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from))
      throw new Error(`docs/deploy/${name} has no ${from}, which the drill replaces: adapt the drill to the document`)
    text = text.replaceAll(from, to)
  }
  return text
}
