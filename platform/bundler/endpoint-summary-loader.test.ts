import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import withoutSummaries from './endpoint-summary-loader.ts'
import { repository } from './paths.ts'

test('no contract of the browser has a summary, and each line stays where it was', () => {
  const contracts = globSync('shared/contracts/*.ts', { cwd: repository }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of contracts) {
    const source = readFileSync(join(repository, file), 'utf8')
    const bundled = withoutSummaries(source)
    expect(bundled.split('\n'), file).toHaveLength(source.split('\n').length)
    expect(bundled, file).not.toMatch(/summary: *'/)
  }
  expect(withoutSummaries("  path: '/a',\n  summary:\n    'Get it',\n  access: 'user',\n")).toBe(
    "  path: '/a',\n\n\n  access: 'user',\n",
  )
})
