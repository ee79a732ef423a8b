// Checks that links, paths and test titles in documents exist, that each promise of docs/reliability.md names a test or
// a drill, and that docs/specification.md names the tests of each line. A path may be the end of a longer one. A
// “title” belongs to the file that is named before it. Prints the problems and exits with 1.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { say } from '../api/command/command.ts'
import { readSpecification, specificationFile } from './specification.ts'
import { root } from './step.ts'

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.types', 'test-results'])
const files = globSync(['**/*', '.*', '.{ci,github,vscode}/**/*'], {
  cwd: root,
  exclude: (name) => notOurs.has(String(name).split('/').at(-1) ?? ''),
})
const sources = files.filter((file) => /\.\w+$/.test(file))

const problems = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((document) => {
  // Fenced blocks may show files that do not exist yet.
  const text = read(document).replace(/^```[\s\S]*?^```/gm, '')
  const dead = [...deadLinks(document, text), ...deadPaths(text), ...deadTitles(text)]
  if (document === 'docs/reliability.md') dead.push(...promisesWithoutProof(text))
  return dead.map((problem) => `${document}: ${problem}`)
})
const specification = readSpecification()
problems.push(...specification.problems)
if (specification.page !== readFileSync(specificationFile, 'utf8')) {
  problems.push('docs/specification.md is not fresh: run `npm run generate -- specification`')
}
for (const problem of problems) say(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function deadLinks(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^\w+:/.test(target))
    .filter((target) => !files.includes(normalize(join(dirname(document), target)).replace(/\/$/, '')))
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

/** A promise is a row of a table, whose last cell names tests by their titles, or a drill. */
function promisesWithoutProof(text: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !/^\|\s*(Scenario|-)/.test(line))
  const hasProof = (proof = '') => {
    const [, drill = ''] = /`drill -- (\w+)/.exec(proof) ?? []
    return (
      proof.includes('“') ||
      filesNamed(`lab/drills/${drill}.ts`).length > 0 ||
      filesNamed(`${drill}/${drill}.ts`).length > 0
    )
  }
  return rows.filter((row) => !hasProof(row.split(' | ').at(-1))).map((row) => `no test or drill proves ${row}`)
}

function filesNamed(path: string): string[] {
  // The portal creates this folder at run time.
  if (path.startsWith('.data')) return [path]
  const end = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  const pattern = new RegExp(`(?:^|/)${end}$`)
  return (path.endsWith('/') ? files : sources).filter((file) => pattern.test(file))
}
