import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../bundler/paths.ts'
import { repositoryFiles } from './repository-files.ts'

test('a team releases by the same steps as this repository', () => {
  const steps = (workflow = '') => workflow.slice(workflow.indexOf('git config'))
  const ours = readFileSync(join(repository, '.github/workflows/release.yml'), 'utf8')
  expect(steps(ours)).toContain('npm run "$COMMAND"')
  expect(steps(repositoryFiles('1.0.0')['.github/workflows/release.yml'])).toBe(steps(ours))
})
