import { expect, test } from 'vitest'
import { nameTests } from './specification.ts'

const row = (number: string, tests = '') => `| ${number} | What holds | \`some/code.ts\` | ${tests} |`

test.each([
  ['a test', "// spec: 3.2\ntest('holds', () => {})", 'holds'],
  [
    'a test of several lines',
    '  // spec: 3.1, 3.2\n  test(\n    `$' + '{name} holds`,\n    () => {})',
    '$' + '{name} holds',
  ],
  ['a test with a table', "// spec: 3.2\ntest.each([\n  ['one', 1],\n])('%s holds', () => {})", '%s holds'],
  ['a row of a table', "test.each([\n  // spec: 3.2\n  ['one', 1],\n])('%s holds', () => {})", 'one'],
  ['a test with tags of Playwright', "// spec: 3.2\ntest('holds @phone', () => {})", 'holds'],
])('reads the title of %s', (_, source, title) => {
  const { page } = nameTests(row('3.2'), new Map([['e2e/tests/thing.spec.ts', source]]))
  expect(page).toBe(row('3.2', `\`tests/thing.spec.ts\` “${title}”`))
})

test('names a file without titles when the tag is at its head', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.2\n\nimport 'vitest'\ntest('holds', () => {})"]])
  expect(nameTests(row('3.2'), sources).page).toBe(row('3.2', '`some/thing.test.ts`'))
})

test('names as much of a path as distinguishes it from the others', () => {
  const sources = new Map([
    ['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"],
    ['shell/src/some/thing.test.ts', ''],
  ])
  expect(nameTests(row('3.2'), sources).page).toBe(row('3.2', '`api/src/some/thing.test.ts` “holds”'))
})

test('replaces the previous cell, and leaves all other lines unchanged', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"]])
  const { page } = nameTests(`# Title\n\n| № | What |\n${row('3.2', '`gone.test.ts` “gone”')}\n`, sources)
  expect(page).toBe(`# Title\n\n| № | What |\n${row('3.2', '`some/thing.test.ts` “holds”')}\n`)
})

test('reports a line without a test, and a tag without a line', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.3\ntest('holds', () => {})"]])
  expect(nameTests(row('3.2'), sources).problems).toEqual([
    'no test has the tag // spec: 3.2',
    'a test has the tag // spec: 3.3, which no line of the page has',
  ])
})

test('reports a number that two lines have', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"]])
  expect(nameTests(`${row('3.2')}\n${row('3.2')}`, sources).problems).toEqual(['two lines have the number 3.2'])
})
