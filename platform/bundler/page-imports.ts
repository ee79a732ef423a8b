import { readFileSync } from 'node:fs'

/**
 * Reads the module of each page from a `remote.ts`:
 * `'/billing': () => import('./features/operations/operations-page.tsx')`
 */
export function pageImports(remoteFile: string): Map<string, string> {
  return readImports(remoteFile, (name) => name.startsWith('/'))
}

/** Reads the module of each slot that the remote fills: `'tips.actions': () => import('./tips-actions.tsx')`. */
export function slotImports(remoteFile: string): Map<string, string> {
  return readImports(remoteFile, (name) => !name.startsWith('/'))
}

function readImports(remoteFile: string, isWanted: (name: string) => boolean): Map<string, string> {
  const source = readFileSync(remoteFile, 'utf8')
  const found = source.matchAll(
    /(?<quote>['"])(?<name>[^'"\n]+)\k<quote>:\s*\(\)\s*=>\s*import\(\s*(?<mark>['"])(?<request>[^'"]+)\k<mark>/g,
  )
  const imports = [...found].map(({ groups }): [string, string] => [groups?.name ?? '', groups?.request ?? ''])
  return new Map(imports.filter(([name]) => isWanted(name)))
}
