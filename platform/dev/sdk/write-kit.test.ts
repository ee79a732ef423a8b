import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { listenLocally } from '@portal/command/free-ports'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { repository } from '../../bundler/paths.ts'
import { writeTeamRemote } from './team-repository.ts'
import { writeKit } from './write-kit.ts'

// The repository of a team, with what npm would install there.
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'test-kit-'))
  await writeKit(join(folder, 'node_modules/@portal/test-kit'))
  for (const library of ['@playwright/test', 'axe-core', 'axios', 'dejavu-fonts-ttf', 'inter-ui', '@types/node']) {
    link(library)
  }
  const source = { sdk: '1.0.0', registry: 'https://npm.company.example' }
  writeTeamRemote(folder, { subject: 'schedule', title: 'Расписание', icon: 'calendar' }, source)
  writeTeamRemote(folder, { subject: 'stock', title: 'Остатки', icon: 'star' }, source)
})
afterAll(() => rmSync(folder, { recursive: true }))

function link(library: string): void {
  mkdirSync(dirname(join(folder, 'node_modules', library)), { recursive: true })
  symlinkSync(join(repository, 'e2e/kit/node_modules', library), join(folder, 'node_modules', library))
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { stdout } = await promisify(execFile)(join(repository, program), args, options)
  return stdout
}

/** Returns the tests that Playwright finds: `[live] › schedule.spec.ts: a default employee opens «Расписание»`. */
async function listTests(env: Record<string, string>): Promise<string[]> {
  const list = await run('e2e/node_modules/.bin/playwright', ['test', '--list'], env)
  return [...list.matchAll(/^ {2}(\[.+\] › .+?):[\d:]+ › /gm)].map(([, found = '']) => found)
}

test('a team tests its remotes at the live portal', async () => {
  expect(await listTests({})).toEqual(['[live] › schedule.spec.ts', '[live] › stock.spec.ts'])
})

test('a pull request is tested with its previews, and what is released at the next portal there', async () => {
  const next = createServer((_request, response) => response.end(JSON.stringify({ remotes: { 'mfe-schedule': 'v1' } })))
  onTestFinished(() => void next.close())
  const preview = 'mfe-stock@preview-3f2a91c04be7'
  const PREVIEWS = `Until 2026-12-14: https://tips.example/stock?release=${preview}\n`
  expect(await listTests({ PREVIEWS, NEXT_ORIGIN: await listenLocally(next) })).toEqual([
    `[live ${preview}] › stock.spec.ts`,
    '[next] › schedule.spec.ts',
  ])
})

test('the repository of a team has the Playwright of the kit', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const { version } = read('node_modules/@playwright/test/package.json')
  expect(read('package.json').devDependencies['@playwright/test'], 'PLAYWRIGHT in repository-files.ts').toBe(version)
  expect(read('node_modules/@portal/test-kit/package.json').peerDependencies).toEqual({
    '@playwright/test': `^${version}`,
  })
})

test('the compiler finds the declarations of the kit', async () => {
  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--skipLibCheck',
  ]
  const compile = (...files: string[]) => run('node_modules/.bin/tsc', [...options, '--types', 'node', ...files])
  expect(await compile('e2e/schedule.spec.ts', 'playwright.config.ts')).toBe('')
  writeFileSync(
    join(folder, 'wrong.spec.ts'),
    "import { test } from '@portal/test-kit/test'\ntest('a', ({ newUser }) => newUser(1))\n",
  )
  await expect(compile('wrong.spec.ts')).rejects.toThrow()
})
