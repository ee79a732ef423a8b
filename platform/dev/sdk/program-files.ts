import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type AnyNode, parse } from 'acorn'
import { platformRoot } from '../../bundler/paths.ts'

/** A name that a module imports, and where it is in the text, between quotes. */
type Import = { name: string; start: number; end: number }

/** Returns the names that a module imports: `['node:fs', './paths.js']`. */
export function importsIn(script: string): string[] {
  return readImports(script).map(({ name }) => name)
}

/** Replaces the names that a module imports. Texts that have imports, such as templates, stay. */
export function renameImports(script: string, rename: (name: string) => string): string {
  const imports = readImports(script).sort((one, other) => one.start - other.start)
  return imports.reduceRight(
    (text, { name, start, end }) => text.slice(0, start) + rename(name) + text.slice(end),
    script,
  )
}

function readImports(script: string): Import[] {
  const found: Import[] = []
  const read = (node: AnyNode) => {
    if ('source' in node && node.source?.type === 'Literal') {
      found.push({ name: String(node.source.value), start: node.source.start + 1, end: node.source.end - 1 })
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) read(child)
  }
  read(parse(script, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }))
  return found
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/**
 * Returns the compiled files and all files that they import, by path in `folder`, which is laid out like this
 * repository.
 */
export function programFiles(folder: string, files: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const name of importsIn(readFileSync(join(folder, file), 'utf8'))) {
      if (/^\..*\.js$/.test(name)) add(join(dirname(file), name))
      else if (name.startsWith('@portal/')) add(compiledFile(file, name))
    }
  }
  files.forEach(add)
  return [...found].sort()
}

/** `api/a.js`, `@portal/command/command` → `api/command/command.js` */
export function compiledFile(importer: string, name: string): string {
  const source = createRequire(join(platformRoot, importer)).resolve(name)
  return relative(platformRoot, source).replace(/\.tsx?$/, '.js')
}
