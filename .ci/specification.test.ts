import { expect, test } from 'vitest'
import { nameTests } from './specification.ts'

const item = (number: string, ...tests: string[]) =>
  `- ${number}: What holds (here)${tests.length > 0 ? ` (${tests.join(', ')})` : ''}`

test('names each file with a tagged test once', () => {
  const sources = new Map([
    ['api/src/some/thing.test.ts', "// spec: 3.2\n\nimport 'vitest'\ntest('holds', () => {})"],
    [
      'e2e/tests/thing.spec.ts',
      "  // spec: 3.1, 3.2\n  test('holds', () => {})\n\n  // spec: 3.2\n  test('holds again', () => {})",
    ],
    ['e2e/tests/other.spec.ts', "// spec: 3.1\ntest('holds', () => {})"],
  ])
  const { page } = nameTests(`${item('3.1')}\n${item('3.2')}`, sources)
  expect(page).toBe(
    `${item('3.1', '`tests/thing.spec.ts`', '`tests/other.spec.ts`')}\n${item('3.2', '`some/thing.test.ts`', '`tests/thing.spec.ts`')}`,
  )
})

test('names as much of a path as distinguishes it from the others', () => {
  const sources = new Map([
    ['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"],
    ['shell/src/some/thing.test.ts', ''],
  ])
  expect(nameTests(item('3.2'), sources).page).toBe(item('3.2', '`api/src/some/thing.test.ts`'))
})

test('replaces the previous files, and leaves all other lines unchanged', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"]])
  const { page } = nameTests(
    `# Title\n\n- no number\n${item('3.2', '`a/gone.test.ts`', '`b/gone.spec.tsx`')}\n`,
    sources,
  )
  expect(page).toBe(`# Title\n\n- no number\n${item('3.2', '`some/thing.test.ts`')}\n`)
})

test('reports a line without a test, and a tag without a line', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.3\ntest('holds', () => {})"]])
  expect(nameTests(item('3.2'), sources).problems).toEqual([
    'no test has the tag // spec: 3.2',
    'a test has the tag // spec: 3.3, which no line of the page has',
  ])
})

test('reports a number that two lines have', () => {
  const sources = new Map([['api/src/some/thing.test.ts', "// spec: 3.2\ntest('holds', () => {})"]])
  expect(nameTests(`${item('3.2')}\n${item('3.2')}`, sources).problems).toEqual(['two lines have the number 3.2'])
})
