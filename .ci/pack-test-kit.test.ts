import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './step.ts'

// A repository of its own, with what npm would install there.
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-kit-'))
  execFileSync(process.execPath, ['.ci/pack-test-kit.ts', '--out', folder], { cwd: root })
  const installed = join(folder, 'node_modules/@portal/test-kit')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['xzf', String(globSync('*.tgz', { cwd: folder })[0]), '-C', installed, '--strip-components=1'], {
    cwd: folder,
  })
  for (const library of ['@playwright/test', 'axe-core', 'axios', 'dejavu-fonts-ttf', 'inter-ui', '@types/node']) {
    link(library, 'e2e/kit')
  }
  write('package.json', '{ "type": "module" }')
  write('playwright.config.ts', "export { default } from './settings.ts'\n")
  write(
    'settings.ts',
    `import { defineConfig } from '@playwright/test'
     import { phone, portalOptions } from '@portal/test-kit/config'
     export default defineConfig({ use: { ...portalOptions, ...phone, baseURL: process.env.E2E_PORTAL } })`,
  )
  write(
    'schedule.spec.ts',
    `import { openMenu } from '@portal/test-kit/steps'
     import { expect, test } from '@portal/test-kit/test'
     test('a manager opens the schedule', { tag: '@mfe-schedule' }, async ({ page, newUser, signInAs }) => {
       await signInAs(await newUser('Мария Котова', [{ isManager: true }]))
       await page.goto('/')
       await openMenu(page)
       await expect(page.getByRole('link', { name: 'Расписание' })).toBeVisible()
     })`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

function link(library: string, from: string): void {
  mkdirSync(dirname(join(folder, 'node_modules', library)), { recursive: true })
  symlinkSync(join(root, from, 'node_modules', library), join(folder, 'node_modules', library))
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text)
}

function run(program: string, ...args: string[]): string {
  return execFileSync(join(root, program), args, { cwd: folder, encoding: 'utf8' })
}

test('Playwright finds a test of another repository, which has only the packed kit', () => {
  expect(run('e2e/node_modules/.bin/playwright', 'test', '--list', '--grep', '@mfe-schedule')).toMatch(
    /schedule\.spec\.ts:\d+:\d+ › a manager opens the schedule$/m,
  )
})

test('the compiler finds its declarations', () => {
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--skipLibCheck']
  expect(run('node_modules/.bin/tsc', ...options, '--types', 'node', 'schedule.spec.ts')).toBe('')
  write('wrong.spec.ts', "import { test } from '@portal/test-kit/test'\ntest('a', ({ newUser }) => newUser(1))\n")
  expect(() => run('node_modules/.bin/tsc', ...options, '--types', 'node', 'wrong.spec.ts')).toThrow()
})
