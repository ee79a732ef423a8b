// Checks of the documents: links, headings, paths, test titles, commands and settings exist; indexes name each page and
// each decision; each decision has a status and a date; the README is short; each promise of docs/reliability.md names
// a test or a drill; docs/specification.md names the test files of each line. A path may be the end of a longer one. A
// “title” belongs to the file that is named before it. Prints the problems and exits with 1.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { say } from '../api/command/command.ts'
import { readSpecification, specificationFile } from './specification.ts'
import { root } from './step.ts'

const MAX_README_BYTES = 9000

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.types', 'test-results'])
const files = globSync(['**/*', '.*', '.{ci,github,vscode}/**/*'], {
  cwd: root,
  exclude: (name) => notOurs.has(String(name).split('/').at(-1) ?? ''),
})
const sources = files.filter((file) => /\.\w+$/.test(file))

const settingPattern = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g
const code = sources.filter((file) => /\.(tsx?|mjs|json|ya?ml|conf)$/.test(file))
const settings = new Set(code.flatMap((file) => read(file).match(settingPattern) ?? []))
/** Names that other programs read or print. */
const settingsOfOthers = /^(CI|ERR|ETCD|ETCDCTL|HTTPS|ON_ERROR|OTEL|SCREAMING_SNAKE|SQL)_/
const { scripts } = JSON.parse(read('package.json'))

if (import.meta.main) {
  const problems = globSync(['*.md', 'docs/**/*.md', 'docs/**/*.env.example', '.env.example'], { cwd: root }).flatMap(
    (document) => findProblems(document, read(document)).map((problem) => `${document}: ${problem}`),
  )
  const specification = readSpecification()
  problems.push(...specification.problems)
  if (specification.page !== readFileSync(specificationFile, 'utf8')) {
    problems.push('docs/specification.md is not fresh: run `npm run generate -- specification`')
  }
  for (const problem of problems) say(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

/** Returns what is wrong with the `text` of a `document`, a path such as `docs/testing.md`. */
export function findProblems(document: string, text: string): string[] {
  // Fenced blocks may show files that do not exist yet.
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const problems = [...deadLinks(document, prose), ...deadPaths(prose), ...deadTitles(prose), ...deadTestCommands(text)]
  // The changelog also names what is gone.
  if (document !== 'CHANGELOG.md') problems.push(...deadCommands(text), ...deadSettings(text))
  if (document === 'README.md' && Buffer.byteLength(text) > MAX_README_BYTES) {
    problems.push(`is longer than ${MAX_README_BYTES} bytes: move details to a page of docs/`)
  }
  if (document === 'docs/README.md') problems.push(...pagesMissingIn(text))
  if (/^docs\/decisions\/\d/.test(document)) problems.push(...decisionProblems(document, text))
  if (document === 'docs/ru/waiters.md') problems.push(...questionsApart(text))
  if (document === 'docs/reliability.md') problems.push(...promisesWithoutProof(prose))
  return problems
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function deadLinks(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)].filter(([, target = '']) => !/^\w+:/.test(target))
  return links.flatMap(([, target = '', heading]) => {
    const file = target ? normalize(join(dirname(document), target)).replace(/\/$/, '') : document
    if (!files.includes(file)) return [target]
    return heading && file.endsWith('.md') && !headingIds(file).includes(heading) ? [`${target}#${heading}`] : []
  })
}

/** Ids of headings, as GitHub makes them. */
function headingIds(file: string): string[] {
  const titles = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-'))
}

function deadCommands(text: string): string[] {
  const named = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  return named.filter((name) => !(name in scripts)).map((name) => `package.json has no command ${name}`)
}

function deadSettings(text: string): string[] {
  const named = (text.match(settingPattern) ?? []).filter((name) => !settingsOfOthers.test(name))
  return named.filter((name) => !settings.has(name)).map((name) => `no code reads ${name}`)
}

function pagesMissingIn(index: string): string[] {
  const pages = globSync(['*.md', '{ru,measurements}/*.md'], { cwd: join(root, 'docs') })
  const missing = pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))
  return missing.map((page) => `does not name docs/${page}`)
}

/** A decision begins with title, status and date, and the index repeats the three. */
function decisionProblems(document: string, text: string): string[] {
  const file = basename(document)
  const head = /^# ADR-(\d{4})\. (.+)\n\nStatus: (accepted|(?:amended|superseded) by \d{4}) · Date: (\d{4}-\d\d-\d\d)\n/
  const [, number = '', title, status, date] = head.exec(text) ?? []
  if (!file.startsWith(`${number}-`))
    return [`does not begin like ADR-0100: # ADR-NNNN. Title, its status and its date`]
  const line = `- [${number}](${file}): ${title} (${status}, ${date})`
  const index = read('docs/decisions/README.md').split('\n')
  return index.includes(line) ? [] : [`docs/decisions/README.md has no line ${line}`]
}

/** Matches `shared/forms/form.tsx`, `forms/form.tsx`, `provided-*.ts` and `docs/decisions/`. */
function deadPaths(text: string): string[] {
  const named = [...text.matchAll(/`([\w.@*-][\w./@*-]*(?:\/|\.(?:tsx?|mjs|sql|css|jsonc?|ya?ml|md)))`/g)]
  return named.flatMap(([, path = '']) => (filesNamed(path).length > 0 ? [] : [path]))
}

/** Matches `forms/form.test.tsx` “title” “another title”. */
function deadTitles(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`([^`|]*)/g)].flatMap(([, path = '', after = '']) => {
    const [file, another] = filesNamed(path)
    if (!file) return []
    if (another) return [`${path} is both ${file} and ${another}`]
    const titles = [...after.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title.replace(/\s+/g, ' '))
    const source = read(file)
    return titles.filter((title) => !source.includes(title)).map((title) => `${path} has no test “${title}”`)
  })
}

/** Matches `test:one -- sheet.spec.ts 'a title'`, also in fenced blocks. */
function deadTestCommands(text: string): string[] {
  const named = [...text.matchAll(/test:one -- ([\w./-]+) '([^'<…]+)'/g)]
  return named.flatMap(([command, path = '', title = '']) => {
    const tests = sources.filter((file) => file.includes(path) && /\.(test|spec)\./.test(file))
    return tests.some((file) => read(file).includes(title)) ? [] : [`no test for ${command}`]
  })
}

/** The last table of the guide has the questions and answers of the help page, in the same order. */
function questionsApart(text: string): string[] {
  const page = 'mfe-settings/features/help/questions.ts'
  const onPage = [...read(page).matchAll(/question: '(.*)',\s+answer:\s+'(.*)',/g)].map(([, ...row]) => row)
  const table = [...text.matchAll(/^\| ([^|]*?) +\| ([^|]*?) +\|$/gm)].map(([, ...row]) => row)
  const inGuide = table.slice(table.findIndex(([question]) => question === 'Вопрос') + 2)
  const rows = Array.from({ length: Math.max(onPage.length, inGuide.length) }, (_, at) => [onPage[at], inGuide[at]])
  const apart = rows.find(([one, other]) => one?.join() !== other?.join())
  return apart ? [`«${apart[1]?.[0]}» is not «${apart[0]?.[0]}», or has another answer in ${page}`] : []
}

/** A promise is a list item, which ends with its proof in brackets: tests by their titles, or a drill. */
function promisesWithoutProof(text: string): string[] {
  const promises = text.split('\n').filter((line) => line.startsWith('- '))
  const hasProof = (promise: string) => {
    const [, drill = ''] = /\(`drill -- (\w+)/.exec(promise) ?? []
    return (
      promise.includes('“') ||
      filesNamed(`lab/drills/${drill}.ts`).length > 0 ||
      filesNamed(`${drill}/${drill}.ts`).length > 0
    )
  }
  return promises.filter((promise) => !hasProof(promise)).map((promise) => `no test or drill proves ${promise}`)
}

function filesNamed(path: string): string[] {
  // The portal creates this folder at run time.
  if (path.startsWith('.data')) return [path]
  const end = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  const pattern = new RegExp(`(?:^|/)${end}$`)
  return (path.endsWith('/') ? files : sources).filter((file) => pattern.test(file))
}
