import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProblems } from './documents.ts'
import { root } from './step.ts'

// Joined here, because a setting or a title that stands in a source would exist.
const gone = ['GONE', 'SETTING'].join('_')
const goneTitle = ['a gone', 'title'].join(' ')

// Each probe is a document with one problem.
test.each([
  ['a dead link', 'docs/probe.md', '[Page](gone.md)', 'gone.md'],
  ['a heading that the page lacks', 'docs/probe.md', '[Page](testing.md#gone)', 'testing.md#gone'],
  ['a dead path', 'docs/probe.md', '`gone/page.ts`', 'gone/page.ts'],
  ['a command that package.json lacks', 'docs/probe.md', '```sh\nnpm run gone:now -- x\n```', 'gone:now'],
  ['a title that no test has', 'docs/probe.md', `npm run test:one -- documents.test.ts '${goneTitle}'`, goneTitle],
  ['a setting that no code reads', 'docs/probe.md', `Set \`${gone}\`.`, gone],
  ['a setting of an example file', 'docs/deploy/probe.env.example', `${gone}=1`, gone],
  [
    'an answer that the help page does not give',
    'docs/ru/waiters.md',
    '| Вопрос | Ответ |\n| - | - |\n| Не приходит код из СМС | Ждите. |\n',
    'has another answer',
  ],
  ['a README that is too long', 'README.md', 'ж'.repeat(4501), '9000 bytes'],
])('reports %s', (_, document, text, problem) => {
  expect(findProblems(document, text)).toEqual([expect.stringContaining(problem)])
})

test('reports each page that the index of documents does not name', () => {
  const problems = findProblems('docs/README.md', '[Testing](testing.md)')
  expect(problems).toContain('does not name docs/settings.md')
  expect(problems).not.toContain('does not name docs/testing.md')
})

const head = '# ADR-0001. A title\n\nStatus: accepted · Date: 2026-11-21\n'
test.each([
  ['no status', '0001-page.md', head.replace('Status: accepted · ', ''), 'does not begin like'],
  ['no date', '0001-page.md', head.replace(' · Date: 2026-11-21', ''), 'does not begin like'],
  ['the number of another file', '0002-page.md', head, 'does not begin like'],
  ['no line in the index', '0001-page.md', head, 'has no line - [0001](0001-page.md): A title (accepted, 2026-11-21)'],
])('reports a decision with %s', (_, file, text, problem) => {
  expect(findProblems(`docs/decisions/${file}`, text)).toEqual([expect.stringContaining(problem)])
})

test('lets the changelog name what is gone', () => {
  expect(findProblems('CHANGELOG.md', `npm run gone:now and ${gone}`)).toEqual([])
})

test('compose.yml and its example have each setting that every API needs', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const needed = [...read('docs/deploy/api.env.example').matchAll(/^([A-Z_\d]+)=/gm)].map(([, name = '']) => name)
  const given = read('.env.example') + read('compose.yml')
  expect(needed.filter((name) => !new RegExp(`^ *${name}[=:]`, 'm').test(given))).toEqual([])
})
