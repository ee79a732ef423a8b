import { expect, test } from 'vitest'
import { nameTests } from './specification.ts'

const row = (number: string, tests = '') => `| ${number} | What holds | \`some/code.ts\` | ${tests} |`

test('names each file with a tagged test once', () => {
  const sources = new Map([
    ['api/src/some/thing.test.ts', "// spec: 3.2\n\nimport 'vitest'\ntest('holds', () => {})"],
    [
      'e2e/tests/thing.spec.ts',
      "  // spec: 3.1, 3.2\n  test('holds', () => {})\n\n  // spec: 3.2\n  test('holds again', () => {})",
    ],
    ['e2e/tests/other.spec.ts', "// spec: 3.1\ntest('holds', () => {})"],
  ])
  const { page } = nameTests(`${row('3.1')}\n${row('3.2')}`, sources)
  expect(page).toBe(
    `${row('3.1', '`tests/thing.spec.ts` `tests/other.spec.ts`')}\n${row('3.2', '`some/thing.test.ts` `tests/thing.spec.ts`')}`,
  )
})

test('names as much of a path as distinguishes it from the others', () => {
  const sources = new Map([
    ['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"],
    ['shell/src/some/thing.test.ts', ''],
  ])
  expect(nameTests(row('3.2'), sources).page).toBe(row('3.2', '`api/src/some/thing.test.ts`'))
})

test('names the files of a list item in brackets, and replaces the previous ones', () => {
  const sources = new Map([
    ['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"],
    ['e2e/tests/thing.spec.ts', "// spec: 3.2\ntest('holds', () => {})"],
  ])
  const tests = '(`some/thing.test.ts`, `tests/thing.spec.ts`)'
  expect(nameTests('- 3.2: What holds (here)', sources).page).toBe(`- 3.2: What holds (here) ${tests}`)
  expect(nameTests('- 3.2: What holds (`gone/gone.test.ts`)', sources).page).toBe(`- 3.2: What holds ${tests}`)
})

test('replaces the previous cell, and leaves all other lines unchanged', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"]])
  const { page } = nameTests(`# Title\n\n| № | What |\n${row('3.2', '`gone.test.ts`')}\n`, sources)
  expect(page).toBe(`# Title\n\n| № | What |\n${row('3.2', '`some/thing.test.ts`')}\n`)
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
