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

/** Matches `- 3.2: what holds (its tests)`; the brackets are generated. */
const numberedItem = /^(?<text>- (?<number>\d+\.\d+): .*?)(?: \((?:`\S+\.(?:test|spec)\.tsx?`(?:, )?)+\))?$/

/**
 * Writes the files with tagged tests of each numbered line at its end. `sources` maps a path to the text of the file.
 */
export function nameTests(page: string, sources: ReadonlyMap<string, string>): Specification {
  const tags = [...sources].flatMap(([file, source]) => readTags(file, source))
  const unknown = new Set(tags.flatMap(({ numbers }) => numbers))
  const problems: string[] = []
  const seen = new Set<string>()
  const lines = page.split('\n').map((line) => {
    const { number, text } = numberedItem.exec(line)?.groups ?? {}
    if (!number) return line
    unknown.delete(number)
    if (seen.has(number)) problems.push(`two lines have the number ${number}`)
    seen.add(number)
    const tests = tags.filter(({ numbers }) => numbers.includes(number))
    if (tests.length === 0) problems.push(`no test has the tag // spec: ${number}`)
    return `${text} (${nameFiles(tests, [...sources.keys()])})`
  })
  for (const number of unknown) problems.push(`a test has the tag // spec: ${number}, which no line of the page has`)
  return { page: lines.join('\n'), problems }
}

/** The numbers of lines that one test has above it, or one file at its head. */
type Tag = { numbers: string[]; file: string }

/** Matches `// spec: 3.2, 9.1`. */
const tagPattern = /^[ \t]*\/\/ spec: (?<numbers>[\d., ]+)$/gm

function readTags(file: string, source: string): Tag[] {
  return [...source.matchAll(tagPattern)].map(({ groups }) => ({
    numbers: (groups?.numbers ?? '').split(',').map((number) => number.trim()),
    file,
  }))
}

/** Returns names such as `payout/payout-form.test.tsx`, in backticks and with commas. */
function nameFiles(tags: readonly Tag[], files: readonly string[]): string {
  return [...new Set(tags.map(({ file }) => `\`${shortName(file, files)}\``))].join(', ')
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
