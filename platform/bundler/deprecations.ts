import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { platformRoot, repository, sdkModules } from './paths.ts'

/** A comment, and the exported name that it is of. */
const commented =
  /\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\s*export (?:declare |abstract |async )*(?:function|const|type|interface|class) (?<name>\w+)/g
const imports = /import\s+(?:type\s+)?\{(?<names>[^}]*)\}\s+from\s+'(?<module>@portal\/(?:shared|contracts)\/[^']+)'/g

/**
 * Returns where a remote imports what `shared` or the contracts mark `@deprecated`, one line each:
 * `mfe-x/features/x/x-page.tsx(3,10): Tag of @portal/shared/ui/tag is deprecated: use Badge`. Properties of widgets are not compared.
 */
export function deprecatedImports(name: string): string[] {
  const files = globSync(`${name}/**/*.{ts,tsx}`, {
    cwd: repository,
    exclude: (file) => ['node_modules', '.types', 'dist'].includes(file),
  })
  return files.sort().flatMap((file) => deprecatedIn(file, readFileSync(join(repository, file), 'utf8'), readModule))
}

/** `read` returns the source or the declarations of a module. */
export function deprecatedIn(file: string, source: string, read: (module: string) => string): string[] {
  return [...source.matchAll(imports)].flatMap(({ index, 0: text, groups: { names = '', module = '' } = {} }) => {
    const reasons = deprecatedNames(read(module))
    return [...names.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].flatMap((imported) => {
      const [whole, name = ''] = imported
      const reason = reasons.get(name)
      if (reason === undefined) return []
      const at = index + text.indexOf('{') + 1 + imported.index + whole.length - name.length
      const before = source.slice(0, at).split('\n')
      const place = `${file}(${before.length},${(before.at(-1)?.length ?? 0) + 1})`
      return `${place}: ${name} of ${module} is deprecated${reason && `: ${reason}`}`
    })
  })
}

/** Returns what `@deprecated` says of each exported name that has it. */
function deprecatedNames(source: string): Map<string, string> {
  const found = [...source.matchAll(commented)].map(({ groups: { comment = '', name = '' } = {} }) => {
    const [, reason] = /@deprecated\b([^@]*)/.exec(comment) ?? []
    return [name, reason?.replace(/\s*\n\s*\* ?/g, ' ').trim()] as const
  })
  return new Map(found.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason]])))
}

function readModule(module: string): string {
  return readFileSync(fileOf(module), 'utf8')
}

function fileOf(module: string): string {
  if (!sdkModules) return createRequire(join(platformRoot, 'shared/package.json')).resolve(module)
  const source = sdkModules[module]
  if (!source) throw new Error(`The SDK has no ${module}`)
  return join(platformRoot, source.replace(/\.tsx?$/, '.d.ts'))
}
