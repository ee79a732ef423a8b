import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../api/command/command.ts'
import { root } from './step.ts'

export const specificationFile = join(root, 'docs/specification.md')

type Specification = {
  page: string
  /** Lines without a test, numbers that two lines have, and tags with numbers that no line has. */
  problems: string[]
}

/** Returns docs/specification.md with the current tests. */
export function readSpecification(): Specification {
  const files = globSync('{api,e2e,mfe-*,platform,shared,shell,.ci}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.types)$/.test(path),
  }).sort()
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  return nameTests(readFileSync(specificationFile, 'utf8'), sources)
}

/** Matches `| 3.2 | what holds | its code | its tests |`; the last cell is generated. */
const numberedRow = /^\| (?<number>\d+\.\d+) \|(?<cells>.*)\|[^|]*\|$/

/** Writes the tagged tests of each numbered row into its last cell. `sources` maps a path to the text of the file. */
export function nameTests(page: string, sources: ReadonlyMap<string, string>): Specification {
  const tags = [...sources].flatMap(([file, source]) => readTags(file, source))
  const unknown = new Set(tags.flatMap(({ numbers }) => numbers))
  const problems: string[] = []
  const seen = new Set<string>()
  const lines = page.split('\n').map((line) => {
    const { number, cells } = numberedRow.exec(line)?.groups ?? {}
    if (!number) return line
    unknown.delete(number)
    if (seen.has(number)) problems.push(`two lines have the number ${number}`)
    seen.add(number)
    const tests = tags.filter(({ numbers }) => numbers.includes(number))
    if (tests.length === 0) problems.push(`no test has the tag // spec: ${number}`)
    return `| ${number} |${cells}| ${formatCell(tests, [...sources.keys()])} |`
  })
  for (const number of unknown) problems.push(`a test has the tag // spec: ${number}, which no line of the page has`)
  return { page: lines.join('\n'), problems }
}

/** A tagged test, or all tests of a file when there is no title. */
type Tag = { numbers: string[]; file: string; title: string | undefined }

/** Matches `// spec: 3.2, 9.1` above a test or a row of its table. With an empty line below, it tags the whole file. */
const tagPattern = /^[ \t]*\/\/ spec: (?<numbers>[\d., ]+)\n(?<below>\n?)/gm
const text = /(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/.source
const firstText = new RegExp(text, 's')
/** Matches a test with a table, whose title follows the table. */
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
  // The end of a title may have Playwright's own tags.
  return (found?.groups?.title ?? '').replace(/( @\w+)+$/, '')
}

/** Returns a cell such as `payout/payout-form.test.tsx` “takes the default method” “…”. */
function formatCell(tags: readonly Tag[], files: readonly string[]): string {
  const titles = Map.groupBy(tags, ({ file }) => file)
  return [...titles]
    .flatMap(([file, own]) => [
      `\`${shortName(file, files)}\``,
      ...own.flatMap(({ title }) => (title === undefined ? [] : `“${title}”`)),
    ])
    .join(' ')
}

/** Returns the shortest end of the path, with at least one folder, that no other file has. */
function shortName(file: string, files: readonly string[]): string {
  const parts = file.split('/')
  const ends = parts.map((_, index) => parts.slice(-2 - index).join('/'))
  return ends.find((end) => files.filter((each) => `/${each}`.endsWith(`/${end}`)).length === 1) ?? file
}

// `npm run generate -- specification`
if (import.meta.main) {
  const { page, problems } = readSpecification()
  writeFileSync(specificationFile, page)
  for (const problem of problems) say(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
