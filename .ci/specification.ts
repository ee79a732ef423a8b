import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './step.ts'

export const specificationFile = join(root, 'docs/specification.md')

type Specification = {
  page: string
  /** Lines without a test, and tags of lines that do not exist. */
  problems: string[]
}

/** Returns what docs/specification.md has to be. */
export function readSpecification(): Specification {
  const files = globSync('{api,e2e,mfe-*,platform,shared,shell,.ci}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.types)$/.test(path),
  }).sort()
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  return nameTests(readFileSync(specificationFile, 'utf8'), sources)
}

/** `| 3.2 | what holds | its code | its tests |`: the last cell is not written by hand. */
const numberedRow = /^\| (?<number>\d+\.\d+) \|(?<cells>.*)\|[^|]*\|$/

/** Writes into the last cell of each numbered row which tests of `sources` (text by path) are tagged with its number. */
export function nameTests(page: string, sources: ReadonlyMap<string, string>): Specification {
  const tags = [...sources].flatMap(([file, source]) => readTags(file, source))
  const unknown = new Set(tags.flatMap(({ numbers }) => numbers))
  const problems: string[] = []
  const lines = page.split('\n').map((line) => {
    const { number, cells } = numberedRow.exec(line)?.groups ?? {}
    if (!number) return line
    unknown.delete(number)
    const tests = tags.filter(({ numbers }) => numbers.includes(number))
    if (tests.length === 0) problems.push(`no test has the tag // spec: ${number}`)
    return `| ${number} |${cells}| ${cellOf(tests, [...sources.keys()])} |`
  })
  for (const number of unknown) problems.push(`a test has the tag // spec: ${number}, which is no line of the page`)
  return { page: lines.join('\n'), problems }
}

/** A tagged test; without a title, all tests of a file. */
type Tag = { numbers: string[]; file: string; title: string | undefined }

/** `// spec: 3.2, 9.1` above a test or above a row of its table; with an empty line below, for the whole file. */
const tagPattern = /^[ \t]*\/\/ spec: (?<numbers>[\d., ]+)\n(?<below>\n?)/gm
const text = /(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/.source
const firstText = new RegExp(text, 's')
/** The title of a test with a table follows the table. */
const tableBegins = /^(?:[ \t]*\/\/.*\n)*[ \t]*(?:test|describe)(?:\.\w+)*\.(?:each|for)\b/
const textAfterTable = new RegExp(`\\)\\(\\s*${text}`, 's')

function readTags(file: string, source: string): Tag[] {
  return [...source.matchAll(tagPattern)].map(({ 0: { length }, index, groups }) => ({
    numbers: (groups?.numbers ?? '').split(',').map((number) => number.trim()),
    file,
    title: groups?.below ? undefined : titleBelow(source.slice(index + length)),
  }))
}

function titleBelow(source: string): string {
  const found = (tableBegins.test(source) ? textAfterTable : firstText).exec(source)
  // Playwright reads its own tags from the end of a title.
  return (found?.groups?.title ?? '').replace(/( @\w+)+$/, '')
}

/** `payout/payout-form.test.tsx` “takes the default method” “…” */
function cellOf(tags: readonly Tag[], files: readonly string[]): string {
  const titles = Map.groupBy(tags, ({ file }) => file)
  return [...titles]
    .flatMap(([file, own]) => [
      `\`${shortName(file, files)}\``,
      ...own.flatMap(({ title }) => (title === undefined ? [] : `“${title}”`)),
    ])
    .join(' ')
}

/** Returns the end of the path, from the folder that tells the file from all others. */
function shortName(file: string, files: readonly string[]): string {
  const parts = file.split('/')
  const ends = parts.map((_, index) => parts.slice(-2 - index).join('/'))
  return ends.find((end) => files.filter((each) => `/${each}`.endsWith(`/${end}`)).length === 1) ?? file
}
