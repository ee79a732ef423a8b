import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../bundler/paths.ts'
import { repositoryFiles } from './repository-files.ts'

const files = repositoryFiles('1.0.0', '1.0.0')
const workflows = Object.entries(files).flatMap(([file, text]) => (file.endsWith('.yml') ? [text] : []))

test('a team releases by the same steps as this repository', () => {
  const steps = (workflow = '') => workflow.slice(workflow.indexOf('git config'))
  const ours = readFileSync(join(repository, '.github/workflows/release.yml'), 'utf8')
  expect(steps(ours)).toContain('npm run "$COMMAND"')
  expect(steps(files['.github/workflows/release.yml'])).toBe(steps(ours))
})

test('a team has the actions of this repository, which Renovate updates in both', () => {
  const actions = (texts: string[]) =>
    texts.flatMap((text) => text.match(/^ +- uses: .*/gm) ?? []).map((use) => use.trim())
  const ours = globSync('.github/workflows/*.yml', { cwd: repository })
  const own = actions(ours.map((file) => readFileSync(join(repository, file), 'utf8')))
  expect(own).toEqual(expect.arrayContaining(actions(workflows)))
  // Renovate finds an action only at the start of a line.
  const source = readFileSync(join(import.meta.dirname, 'repository-files.ts'), 'utf8')
  expect(new Set(actions([source]))).toEqual(new Set(actions(workflows)))
})

test('a team is told every setting of its workflows', () => {
  const named = workflows.flatMap((text) => [...text.matchAll(/\b(?:vars|secrets)\.(\w+)/g)])
  for (const [, name = ''] of named) expect(files['AGENTS.md']).toMatch(new RegExp(`\`[^\`]*\\b${name}\\b`))
})
