import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './paths.ts'

/** Replaces a value in an address; no page has this name. */
export const anyValue = '…'

/**
 * Returns the addresses of pages that the sources of a package name in links, redirects and menu items. Other releases
 * must keep these pages (releases/compatibility/routes.ts).
 */
export function namedAddresses(name: string): string[] {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: join(repository, name),
    exclude: (file) => ['node_modules', '.types', 'server', 'testing'].includes(file) || /\.test\.tsx?$/.test(file),
  })
  const found = files.flatMap((file) => addressesIn(readFileSync(join(repository, name, file), 'utf8')))
  return [...new Set(found)].sort()
}

/** Matches `to="/out"` → `/out`; `` navigate(`/settings/cards/${id}/edit`) `` → `/settings/cards/…/edit`. */
export function addressesIn(source: string): string[] {
  const texts = source.matchAll(/(?<quote>["'`])(?<text>\/(?:[\w/-]|\$\{[^}]*\})*)(?:[?#][^"'`]*)?\k<quote>/g)
  return (
    [...texts]
      .map(({ groups }) => (groups?.text ?? '').replace(/\$\{[^}]*\}/g, anyValue))
      // Calls and files of releases, which the server answers.
      .filter((text) => !text.startsWith('/api/') && !text.startsWith('/releases/'))
  )
}
