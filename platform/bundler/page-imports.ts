import { readFileSync } from 'node:fs'

/**
 * Reads the module of each page from a `remote.ts`:
 * `'/billing': () => import('./features/operations/operations-page.tsx')`
 */
export function pageImports(remoteFile: string): Map<string, string> {
  const source = readFileSync(remoteFile, 'utf8')
  const pages = source.matchAll(/'(?<path>\/[^']*)':\s*\(\)\s*=>\s*import\('(?<request>[^']+)'\)/g)
  return new Map([...pages].map(({ groups }) => [groups?.path ?? '', groups?.request ?? '']))
}
