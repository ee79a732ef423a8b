import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestStores } from '../testing/test-stores.ts'
import { readSource } from './read-source.ts'

const temporary = createTestStores()

function git(...args: string[]): string {
  const author = ['-c', 'user.name=Anna Ivanova', '-c', 'user.email=anna@example.ru']
  return execFileSync('git', ['-C', temporary.folder, ...author, ...args], { encoding: 'utf8' }).trim()
}

test('returns the commit, its author, and whether the sources have changes', async () => {
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'test')
  const committed = { commit: git('rev-parse', 'HEAD'), author: 'Anna Ivanova <anna@example.ru>' }
  expect(await readSource(temporary.folder, {})).toEqual(committed)
  writeFileSync(join(temporary.folder, 'page.tsx'), '')
  expect(await readSource(temporary.folder, {})).toEqual({ ...committed, isModified: true })
})

const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '7' }

test.each([
  ['GitLab', { CI_JOB_URL: 'https://gitlab.example/jobs/7' }, { job: 'https://gitlab.example/jobs/7' }],
  ['GitHub', github, { job: 'https://github.com/a/b/actions/runs/7' }],
  ['no CI', {}, {}],
])('returns the job of %s where there is no git', async (_, env, source) => {
  expect(await readSource(temporary.folder, env)).toEqual(source)
})
