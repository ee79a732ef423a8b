import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Sources whose regular expressions read data of requests or pages. */
const sources = globSync(['api/src/**/*.ts', 'shared/{contracts,http}/**/*.ts', 'platform/server/**/*.ts'], {
  cwd: root,
})
  .filter((file) => !/\.(test|d)\.ts$|\/testing/.test(file))
  .sort()

/** Expressions that read only texts of operators or developers. */
const trusted = new Set([
  'api/src/settings/environment.ts /\\/+$/',
  'api/src/settings/production-settings.ts /change.?(me|it|this)|replace|example|placeholder|default|password|qwerty|12345|abcdef|^(.+)\\2+$/',
])

type Literal = { pattern: string; flags: string }

function literalsIn(file: string): Literal[] {
  const found: Literal[] = []
  JSON.stringify(parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript' }), (_, node) => {
    if (node?.type === 'RegExpLiteral') found.push(node)
    return node
  })
  return found
}

function isSuperLinear({ pattern, flags }: Literal): boolean {
  return analyse({ source: pattern, flags }).reports.length > 0
}

test.each(['^(a+)+$', '[^@]+@', '\\s*$'])('/%s/ takes more than linear time', (pattern) => {
  expect(isSuperLinear({ pattern, flags: '' })).toBe(true)
})

test('no regular expression that sees input takes more than linear time', () => {
  const literals = sources.flatMap((file) => literalsIn(file).map((literal) => ({ file, ...literal })))
  expect(literals.length).toBeGreaterThan(80)
  const slow = literals.filter(isSuperLinear).map(({ file, pattern }) => `${file} /${pattern}/`)
  expect(slow.filter((name) => !trusted.has(name))).toEqual([])
})
