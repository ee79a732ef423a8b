import { globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readPackageJson } from './package-json.ts'
import { repository } from './paths.ts'

/** Matches `from 'x'`, `import('x')`, `@import 'x'` and `new URL('x', …)`, also in comments and in `composes`. */
const requests = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bURL\(\s*)(['"])(?<request>[^'"\n]+)\1/g

/** Returns the paths of the files in this repository that a module or a stylesheet imports, including types. */
export function importedFiles(file: string, text: string, isFile: (path: string) => boolean): string[] {
  return [...text.matchAll(requests)].flatMap(({ groups }) => {
    const request = (groups?.request ?? '').replace(/\?.*$/, '')
    const path = request.startsWith('.') ? normalize(join(dirname(file), request)) : fileOfPackage(request)
    return path && isFile(path) ? [path] : []
  })
}

/** `@portal/shared/ui/button` → `shared/ui/button/button.tsx`. Undefined for other packages. */
function fileOfPackage(request: string): string | undefined {
  const [, name = '', rest = ''] = /^(@portal\/[\w-]+)\/(.+)$/.exec(request) ?? []
  const found = packages().get(name)
  if (!found) return undefined
  const exact = found.exports[`./${rest}`]
  if (exact) return join(found.folder, exact)
  for (const [pattern, target] of found.patterns) {
    const [before = '', after = ''] = pattern.split('*')
    const path = `./${rest}`
    if (path.length < pattern.length || !path.startsWith(before) || !path.endsWith(after)) continue
    return join(found.folder, target.replaceAll('*', path.slice(before.length, path.length - after.length)))
  }
  return undefined
}

type Package = { folder: string; exports: Record<string, string>; patterns: [pattern: string, target: string][] }

let known: ReadonlyMap<string, Package> | undefined

function packages(): ReadonlyMap<string, Package> {
  known ??= new Map(
    globSync(['*/package.json', '{shared,api,platform,e2e}/*/package.json'], { cwd: repository }).map((file) => {
      const { name = file, exports = {} } = readPackageJson(join(repository, file))
      return [name, { folder: dirname(file), exports, patterns: sortedPatterns(exports) }]
    }),
  )
  return known
}

/** Sorts patterns as Node compares them: the longest text before the asterisk first, then the longest pattern. */
function sortedPatterns(exports: Record<string, string>): [string, string][] {
  return Object.entries(exports)
    .filter(([pattern]) => pattern.includes('*'))
    .sort(([one], [other]) => other.indexOf('*') - one.indexOf('*') || other.length - one.length)
}
