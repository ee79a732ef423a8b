import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { importsOf } from '../platform/bundler/imports.ts'
import { root } from './step.ts'

/** Which files each module imports, or names by their paths or their folder: a command that it starts, a document that it reads. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

const isModule = /\.(?:tsx?|mjs|css)$/

export function importGraph(files: readonly string[], read = (file: string) => readFileSync(join(root, file), 'utf8')) {
  const known = new Set(files)
  const folders = Map.groupBy(files, (file) => `${dirname(file)}/`)
  return new Map(
    files
      .filter((file) => isModule.test(file))
      .map((file) => {
        const text = read(file)
        return [
          file,
          new Set([...importsOf(file, text, (path) => known.has(path)), ...named(file, text, known, folders)]),
        ]
      }),
  ) satisfies Graph
}

/** What starts programs of other packages, or reads their files. */
const names = /^(e2e|\.ci)\/|\.(test|spec)\.tsx?$/
const isTest = /\.(test|spec)\.tsx?$/

/** `'platform/start/start.ts'`, `'./global-setup.ts'`, `'docs/deploy.md'`, and all files of `platform/releases/commands/`. */
function named(
  file: string,
  text: string,
  known: ReadonlySet<string>,
  folders: ReadonlyMap<string, string[]>,
): readonly string[] {
  if (!names.test(file)) return []
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
  const paths = [...code.matchAll(/(?<=['"`])[\w@.-]*\/[\w@./-]+/g)].map(([path]) => path)
  return paths.flatMap((path) => {
    const inFolder = path.startsWith('.') ? undefined : folders.get(path)
    const files = inFolder ?? [path, normalize(join(dirname(file), path))].filter((each) => known.has(each))
    return files.filter((each) => !isTest.test(each))
  })
}

/** Returns what depends on the changed files, each with the file by which it does; the changed files are their own reason. */
export function dependentsOf(graph: Graph, changed: readonly string[]): Map<string, string> {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph) {
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  }
  const reached = new Map(changed.map((file) => [file, file]))
  // A map is walked in the order of its entries, those that are added meanwhile too.
  for (const file of reached.keys()) {
    for (const importer of importers.get(file) ?? []) if (!reached.has(importer)) reached.set(importer, file)
  }
  return reached
}
